/** Runs in a mount namespace of its own: `$1` is the program, `$2` the user id it was called with. */
const RUN = `set -e
mount --make-rprivate /
mount -t tmpfs -o mode=0755 tmpfs /mnt
cp "$1" /mnt/parley
mkdir -m 0700 /mnt/data
mount -t tmpfs tmpfs /tmp
mount -o remount,bind,ro /
cd /
if [ "$2" = 0 ]; then
	chown 10001 /mnt/data
	exec setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --bounding-set=-all /mnt/parley serve
fi
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all /mnt/parley serve`;

/** The data directory of a confined program: it is gone with it. */
export const CONFINED_DATA = "/mnt/data";

/**
 * Returns the command line that serves as the image and the unit of systemd do: as a user without rights, on a root file
 * system that is read-only, with a data directory and an empty `/tmp` of its own.
 * @param binary path of the compiled program
 */
export function confined(binary: string): readonly string[] {
	const uid = process.getuid?.() ?? 0;
	const namespaces = uid === 0 ? ["--mount"] : ["--user", "--map-root-user", "--mount"];
	return ["unshare", ...namespaces, "sh", "-c", RUN, "sh", binary, String(uid)];
}
