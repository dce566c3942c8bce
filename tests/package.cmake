# Packs the build and looks into the package, as far as that can be done without installing it.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${scratch})
file(MAKE_DIRECTORY ${scratch})
run(cpack --config ${l2r_build}/CPackConfig.cmake -B ${scratch})
file(GLOB package ${scratch}/l2r_*.deb)
execute_process(COMMAND dpkg-deb --field ${package} Depends OUTPUT_VARIABLE depends COMMAND_ERROR_IS_FATAL ANY)
if(NOT depends MATCHES "libc6 .*libhdf5-103")
  message(FATAL_ERROR "the package depends on: ${depends}")
endif()
run(dpkg-deb --extract ${package} ${scratch}/root)
set(usr ${scratch}/root/usr)
foreach(file include/l2r/explore/solve.hpp lib/libl2r.a lib/cmake/l2r/l2r-config.cmake share/doc/l2r/copyright
             share/bash-completion/completions/l2r share/man/man1/l2r.1 share/man/man1/l2r-generate-samples.1)
  if(NOT EXISTS ${usr}/${file})
    message(FATAL_ERROR "the package lacks ${file}")
  endif()
endforeach()
file(READ ${usr}/share/man/man1/l2r-solve.1 page)
if(NOT page MATCHES "l2r-solve .- Find short routes" OR NOT page MATCHES ".-.-time")
  message(FATAL_ERROR "the manual page of solve is not what --help says: ${page}")
endif()
# The scorers are those of the package, not those of the sources.
run(${usr}/bin/l2r solve ${CMAKE_CURRENT_LIST_DIR}/../examples/town-20.vrp --optimiser paper --construction random
    --scorer network --runs 2 -o ${scratch}/town-20.sol)
file(REMOVE ${usr}/share/l2r/models/network-20.safetensors)
execute_process(COMMAND ${usr}/bin/l2r solve ${CMAKE_CURRENT_LIST_DIR}/../examples/town-20.vrp --optimiser paper
                        --construction random --scorer network --runs 2 RESULT_VARIABLE without OUTPUT_QUIET)
if(without EQUAL 0)
  message(FATAL_ERROR "the program does not take the scorers of its package")
endif()
