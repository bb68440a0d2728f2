#!/bin/sh
# Installs what the tests need beside npm packages: scripts/install-tools.sh FOLDER
# Debian packages where this user may install them, and real speech engines with their models in FOLDER. Silent and fast
# where everything is there. Prints a line for each thing that stays missing: what, why, and how to get it.
# BUN is the path of bun, default: bun.
set -u
cd "$(dirname "$0")/.."
folder=$1
log=$(mktemp)
trap 'rm -f "$log"' EXIT

has() { command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ]; }

# Prints the packages of what is missing: a browser, Redis, media and speech, a proxy, a compiler for whisper-server and for
# what the tests preload, a translator with some of its pairs of languages.
missing_packages() {
	[ -x /usr/bin/chromium-headless-shell ] || [ -x /usr/bin/chromium ] || echo chromium-headless-shell
	for program in redis-server ffmpeg flite sox cmake gcc g++ make curl openssl nginx; do
		has "$program" || echo "$program"
	done
	[ -d /usr/share/pocketsphinx/test/data ] || echo pocketsphinx-testdata
	has systemd-analyze || echo systemd
	[ -x /usr/bin/apertium-apy ] || echo "apertium apertium-apy"
	modes=/usr/share/apertium/modes
	[ -f $modes/eng-spa.mode ] || echo apertium-eng-spa
	[ -f $modes/eng-cat.mode ] || echo apertium-eng-cat
	[ -f $modes/es-fr.mode ] || echo apertium-fr-es
	[ -f $modes/es-pt.mode ] || echo apertium-es-pt
}

# Installs packages; `why` says what keeps it from doing so.
install_packages() {
	why="there is no apt-get"
	has apt-get || return
	why="only root may install packages"
	sudo=""
	if [ "$(id -u)" -ne 0 ]; then
		sudo -n true 2>/dev/null || return
		sudo="sudo -n"
	fi
	echo "installing $*" >&2
	$sudo apt-get update -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=20 >"$log" 2>&1
	known=""
	for package in "$@"; do
		apt-cache show "$package" >/dev/null 2>&1 && known="$known $package"
	done
	why="no package source that can be reached has them"
	[ -n "$known" ] || return
	# shellcheck disable=SC2086
	$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
		-o DPkg::Lock::Timeout=300 $known >"$log" 2>&1 && return
	why="apt-get failed: $(grep '^E:' "$log" | head -1)"
}

why=""
packages=$(missing_packages)
# shellcheck disable=SC2086
[ -z "$packages" ] || install_packages $packages
packages=$(missing_packages | tr '\n' ' ')
[ -z "$packages" ] || echo "${packages% }: $why. As root: apt-get update && apt-get install --no-install-recommends ${packages% }"

engine=$folder/bin/whisper-server
if [ ! -x "$engine" ]; then
	lacking=""
	for program in npm openssl cmake g++ make; do
		has "$program" || lacking="$lacking $program"
	done
	if [ -n "$lacking" ]; then
		echo "whisper-server: it is built with$lacking. Then: scripts/install-engines.sh $folder"
	else
		echo "building whisper-server: this takes minutes" >&2
		scripts/install-engines.sh "$folder" 2>"$log" >&2 ||
			echo "whisper-server: $(tail -1 "$log"). Again: scripts/install-engines.sh $folder"
	fi
fi
pull="models pull base tiny ggml-tiny small-en-live"
# shellcheck disable=SC2086
DATA_DIR=$folder MODELS_DIR=$folder/models "${BUN:-bun}" src/main.ts $pull >/dev/null 2>"$log" ||
	echo "models of the speech engines: $(tail -1 "$log"). Again: DATA_DIR=$folder MODELS_DIR=$folder/models bun src/main.ts $pull"
