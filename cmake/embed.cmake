# Makes a C++ file with the text of another file in it: cmake -D in=FILE -D out=FILE.cpp -D name=VARIABLE -P embed.cmake
file(READ ${in} text)
file(WRITE ${out} "namespace l2r {\nextern const char* const ${name};\nconst char* const ${name} = R\"embedded(${text})embedded\";\n}\n")
