import { lchownSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Gives a file or folder that this process has just created to the owner of the folder it is in, if this process runs as
 * root: what `sudo parley …` writes beside the files of a server must not be closed to that server. SQLite does so with the
 * files it creates. For users other than root, it does nothing.
 * @throws the system's error when the file is gone
 */
export function chownLikeFolder(path: string): void {
	if (process.geteuid?.() !== 0) return;
	const { uid, gid } = statSync(dirname(path));
	// Of a link, the link: its owner must not be given what it leads to.
	if (uid !== 0) lchownSync(path, uid, gid);
}
