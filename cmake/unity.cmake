# l2r_unity(RESULT NAME FILE…): in RESULT one file that includes all of these, so that what they include is parsed once.
# Names in their unnamed namespaces must differ. CMake's own UNITY_BUILD names files by absolute paths, with which ccache
# finds nothing in another clone.
option(L2R_UNITY "Compile files that belong together as one, which halves the time" ON)

function(l2r_unity result name)
  if(NOT L2R_UNITY)
    set(${result} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(includes "")
  foreach(path ${ARGN})
    cmake_path(ABSOLUTE_PATH path)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    string(APPEND includes "#include \"${path}\"\n")
  endforeach()
  set(joined ${PROJECT_BINARY_DIR}/unity/${name}.cpp)
  file(CONFIGURE OUTPUT ${joined} CONTENT "${includes}")
  set_source_files_properties(${joined} PROPERTIES INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}
                              COMPILE_OPTIONS "-Wno-subobject-linkage;-Wno-shadow;-Wshadow=local")
  set(${result} ${joined} PARENT_SCOPE)
endfunction()
