# Sourced by ./l2r and ./test: installs what is missing and builds. Speaks on standard error only; ends with exit code 3
# where that fails. Expects $root, the folder of the sources.
: "${root:?}"

# What Debian calls what the parts need: all of it is installed on a bare machine, elsewhere what is missing.
app_packages=(g++ cmake ninja-build libcli11-dev libfmt-dev nlohmann-json3-dev libeigen3-dev libhdf5-dev)
trainer_packages=(libtorch-dev libopenblas0-openmp)
mpi_packages=(libopenmpi-dev openmpi-bin)
python_packages=(python3-dev python3-numpy python3-matplotlib python3-pip python3-venv pybind11-dev)
test_packages=(libgtest-dev librapidcheck-dev python3-torch python3-h5py coinor-cbc help2man dpkg-dev)
docs_packages=(python3-sphinx python3-myst-parser furo python3-breathe doxygen)

say() { echo "l2r: $*" >&2; }

# Ctrl-C reaches the program under way too. What that leaves is gone on with the next time.
trap 'say "interrupted; the same command goes on"; exit 130' INT

fail() {
    say "$*"
    exit 3
}

has_module() { /usr/bin/python3 -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('$1') is None)"; }

# missing_packages PACKAGE…: those whose program or Python module is not there, wherever it would come from. Libraries
# are found by CMake (cmake/needs.cmake); they count as missing where that cannot run yet.
missing_packages() {
    local package bare=
    { command -v cmake && command -v ninja && command -v "${CXX:-c++}"; } >/dev/null || bare=yes
    for package in "$@"; do
        case $package in
            cmake) command -v cmake ;;
            ninja-build) command -v ninja ;;
            g++) command -v "${CXX:-c++}" ;;
            openmpi-bin) command -v mpirun ;;
            help2man) command -v help2man ;;
            dpkg-dev) command -v dpkg-shlibdeps ;;
            doxygen) command -v doxygen ;;
            furo) has_module furo ;;
            python3-myst-parser) has_module myst_parser ;;
            coinor-cbc) command -v cbc ;;
            python3-venv) has_module ensurepip ;;
            python3-numpy | python3-matplotlib | python3-pip | python3-torch | python3-h5py | python3-sphinx | python3-breathe)
                has_module "${package#python3-}"
                ;;
            *) [[ -z $bare ]] ;;
        esac >/dev/null 2>&1 || echo "$package"
    done
}

# install_packages PACKAGE…: with apt-get, asking nothing.
install_packages() {
    local log=$root/build/install.log as_root=()
    (($# > 0)) || return 0
    if ! command -v apt-get >/dev/null; then
        say "this is not a Debian system, so nothing is installed; the build needs what Debian calls: $*"
        return
    fi
    say "installing what the build needs and is missing: $*"
    if ((EUID != 0)); then
        command -v sudo >/dev/null || fail "installing needs root and there is no sudo; as root, run: apt-get install $*"
        as_root=(sudo)
        [[ -t 2 ]] || as_root=(sudo -n)
    fi
    as_root+=(env DEBIAN_FRONTEND=noninteractive)
    local apt=("${as_root[@]}" apt-get -y -o DPkg::Lock::Timeout=300 --no-install-recommends)
    # Package lists may be absent or too old, and an installation may have been cut short: then mend both and try once
    # more. Our lock is not passed on: services that an installation starts would keep it.
    "${apt[@]}" install "$@" </dev/null >"$log" 2>&1 9>&- || {
        "${as_root[@]}" dpkg --configure -a && "${apt[@]}" update && "${apt[@]}" install "$@"
    } </dev/null >"$log" 2>&1 9>&- || {
        tail -n 20 "$log" >&2
        fail "could not install $*; the log is $log"
    }
}

# Processors without AVX2 get a build, and a build folder, of their own: folders may be shared between machines.
portable() {
    [[ $(uname -m) == x86_64 && -r /proc/cpuinfo ]] && ! grep -qm1 '^flags.*\bavx2\b' /proc/cpuinfo
}

# lock: from here to `unlock` no other launcher installs or builds. A build that is under way holds the lock as well: it
# goes on where the launcher is killed, and the next one waits for it.
lock() {
    mkdir -p "$root/build" 2>/dev/null || fail "cannot write to $root/build"
    exec 9>"$root/build/.lock" || fail "cannot write to $root/build"
    if command -v flock >/dev/null && ! flock -n 9; then
        say "waiting for another build to end"
        flock 9
    fi
}

unlock() { exec 9>&-; }

# logged LOG COMMAND…: on a terminal people see the progress; elsewhere how many steps are done, every 15 seconds, and
# the log on failure.
logged() {
    local log=$1 line next=$((SECONDS + 15))
    shift
    if [[ -t 2 ]]; then
        "$@" </dev/null >&2
        return
    fi
    "$@" </dev/null 2>&1 | while IFS= read -r line; do
        echo "$line"
        if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] && ((SECONDS >= next)); then
            say "${BASH_REMATCH[1]} of ${BASH_REMATCH[2]} steps done"
            next=$((SECONDS + 15))
        fi
    done >"$log" || {
        cat "$log" >&2
        return 1
    }
}

# build FOLDER "TARGET…" OPTION…: configures with the options and builds the targets.
build() {
    local folder=$1 names missing cache=$1/CMakeCache.txt log=$1/configure.log
    read -ra names <<<"$2"
    shift 2
    # A cache that was made elsewhere, before the folder was moved or copied, is of no use.
    if [[ -f $cache ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then rm -rf "$folder"; fi
    mkdir -p "$folder"
    portable && set -- "$@" -DL2R_PORTABLE=ON
    set -- cmake -S "$root" -B "$folder" -G Ninja "$@"
    "$@" </dev/null >"$log" 2>&1 || {
        read -ra missing < <(sed -n 's/^l2r needs: //p' "$log") && install_packages "${missing[@]}" &&
            "$@" </dev/null >"$log" 2>&1
    } || {
        cat "$log" >&2
        fail "cmake could not configure the build in $folder"
    }
    logged "$folder/build.log" cmake --build "$folder" --target "${names[@]}" || fail "the build in $folder failed"
}
