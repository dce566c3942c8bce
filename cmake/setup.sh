# Sourced by ./l2r and ./test: installs what is missing and builds. Speaks on standard error only; ends with exit code 3
# where that fails. Expects $root, the folder of the sources.
: "${root:?}"

# What Debian calls what the parts need.
app_packages=(g++ cmake ninja-build libcli11-dev libfmt-dev nlohmann-json3-dev libeigen3-dev libhdf5-dev)
trainer_packages=(libtorch-dev libopenblas0-openmp)
mpi_packages=(libopenmpi-dev openmpi-bin)
python_packages=(python3-dev python3-numpy python3-matplotlib python3-pip python3-venv pybind11-dev)
test_packages=(libgtest-dev librapidcheck-dev python3-torch python3-h5py coinor-cbc)

say() { echo "l2r: $*" >&2; }

# Ctrl-C reaches the program under way too. What that leaves is gone on with the next time.
trap 'say "interrupted; the same command goes on"; exit 130' INT

fail() {
    say "$*"
    exit 3
}

# A program counts as installed wherever it comes from; a library as a Debian package.
missing_packages() {
    local package
    for package in "$@"; do
        case $package in
            g++ | cmake) command -v "$package" ;;
            ninja-build) command -v ninja ;;
            *) [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ;;
        esac >/dev/null || echo "$package"
    done
}

# install_packages PACKAGE…: those that are missing, with apt-get, asking nothing.
install_packages() {
    local missing log=$root/build/install.log as_root=()
    if ! { command -v apt-get && command -v dpkg-query; } >/dev/null; then
        say "this is not a Debian system, so nothing is installed; the build needs what Debian calls: $*"
        return
    fi
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]} > 0)) || return 0
    say "installing what the build needs and is missing: ${missing[*]}"
    if ((EUID != 0)); then
        command -v sudo >/dev/null ||
            fail "installing needs root and there is no sudo; as root, run: apt-get install ${missing[*]}"
        as_root=(sudo)
        [[ -t 2 ]] || as_root=(sudo -n)
    fi
    as_root+=(env DEBIAN_FRONTEND=noninteractive)
    local apt=("${as_root[@]}" apt-get -y -o DPkg::Lock::Timeout=300 --no-install-recommends)
    # Package lists may be absent or too old, and an installation may have been cut short: then mend both and try once
    # more.
    "${apt[@]}" install "${missing[@]}" </dev/null >"$log" 2>&1 || {
        "${as_root[@]}" dpkg --configure -a && "${apt[@]}" update && "${apt[@]}" install "${missing[@]}"
    } </dev/null >"$log" 2>&1 || {
        tail -n 20 "$log" >&2
        fail "could not install ${missing[*]}; the log is $log"
    }
}

# Processors without AVX2 get a build, and a build folder, of their own: folders may be shared between machines.
portable() {
    [[ $(uname -m) == x86_64 && -r /proc/cpuinfo ]] && ! grep -qm1 '^flags.*\bavx2\b' /proc/cpuinfo
}

# lock FILE: from here to `unlock` no other launcher installs or builds.
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
        "$@" </dev/null 9>&- >&2
        return
    fi
    "$@" </dev/null 9>&- 2>&1 | while IFS= read -r line; do
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
    local folder=$1 names cache=$1/CMakeCache.txt
    read -ra names <<<"$2"
    shift 2
    # A cache that was made elsewhere, before the folder was moved or copied, is of no use.
    if [[ -f $cache ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then rm -rf "$folder"; fi
    mkdir -p "$folder"
    portable && set -- "$@" -DL2R_PORTABLE=ON
    logged "$folder/configure.log" cmake -S "$root" -B "$folder" -G Ninja "$@" ||
        fail "cmake could not configure the build in $folder"
    logged "$folder/build.log" cmake --build "$folder" --target "${names[@]}" || fail "the build in $folder failed"
}
