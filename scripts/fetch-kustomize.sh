#!/usr/bin/env bash
# fetch-kustomize.sh DIR: puts Debian's kustomize into DIR. It is that of trixie, because bookworm has none: taken from
# there alone and unpacked, with nothing of the system changed, so root is not needed.
set -euo pipefail
mkdir -p "$1" && dir=$(cd "$1" && pwd)
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
apt-get "${options[@]}" download kustomize
dpkg-deb -x kustomize_*.deb unpacked
# Whole or not at all.
mv unpacked/usr/bin/kustomize "$dir/kustomize.new"
mv "$dir/kustomize.new" "$dir/kustomize"
