# What `cpack` makes of a build: a Debian package with the program, manual pages, completion for bash, the trained
# scorers, the library and its headers.
find_program(HELP2MAN help2man)
if(TARGET l2r_app AND HELP2MAN)
  set(man ${PROJECT_BINARY_DIR}/man1)
  add_custom_command(OUTPUT ${man}/l2r.1
    COMMAND ${PROJECT_SOURCE_DIR}/cmake/man.sh $<TARGET_FILE:l2r_app> ${man}
    DEPENDS l2r_app cmake/man.sh cmake/commands.sh VERBATIM)
  add_custom_target(l2r_man ALL DEPENDS ${man}/l2r.1)
  install(DIRECTORY ${man}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
endif()
if(TARGET l2r_app)
  install(FILES cmake/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME l2r)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/l2r RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "l2r contributors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "short routes for vehicles of limited capacity")
set(CPACK_PACKAGE_DESCRIPTION_FILE ${PROJECT_SOURCE_DIR}/cmake/package.txt)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, libhdf5-dev, coinor-cbc")
include(CPack)
