import { existsSync, lstatSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/**
 * Returns the path of what is made once and kept from one run to the next. Every user of the machine has their own: what another has
 * made may not be readable, and is not to be trusted.
 * @throws Error when something of another user is there
 */
export function keptPath(name: string): string {
	const { uid } = userInfo();
	const path = join(tmpdir(), `parley-${uid}-${name}`);
	if (existsSync(path) && lstatSync(path).uid !== uid)
		throw new Error(`${path} belongs to another user of this machine: have it removed`);
	return path;
}
