#!/usr/bin/env bash
# fetch-program.sh DIR PROGRAM: fetches a program of Debian into DIR. Its package, of the same name, is from trixie, because
# bookworm has none. It is only unpacked, so the system is unchanged and root is not needed.
set -euo pipefail
mkdir -p "$1" && dir=$(cd "$1" && pwd)
program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial"
mirror=$(apt-get indextargets --format '$(SITE)' | grep '/debian/\?$' | head -1)
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >"$work/sources.list"
options=(-o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State=$work/state"
  -o Dir::State::status=/var/lib/dpkg/status -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=
  -o Acquire::Languages=none)
cd "$work"
apt-get "${options[@]}" update
apt-get "${options[@]}" download "$program"
dpkg-deb -x "$program"_*.deb unpacked
# Replaces the program atomically.
mv "unpacked/usr/bin/$program" "$dir/$program.new"
mv "$dir/$program.new" "$dir/$program"
