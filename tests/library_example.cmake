# Installs the build into a scratch folder, then configures, builds and runs the example against it.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${scratch})
run(${CMAKE_COMMAND} --install ${l2r_build} --prefix ${scratch}/installed)
set(examples ${CMAKE_CURRENT_LIST_DIR}/../examples)
run(${CMAKE_COMMAND} -S ${examples}/library -B ${scratch}/build -G ${generator}
    -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_PREFIX_PATH=${scratch}/installed)
run(${CMAKE_COMMAND} --build ${scratch}/build)
run(${scratch}/build/example ${examples}/town-20.vrp)
if(EXISTS ${scratch}/installed/bin/l2r)
  run(${scratch}/installed/bin/l2r --version)
endif()
