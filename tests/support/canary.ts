import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { dialect } from "#db/dialect";

/** Returns the files below a folder, or the file itself; none when there is no such thing. */
function filesOf(path: string): string[] {
	const found = statSync(path, { throwIfNoEntry: false });
	if (found === undefined) return [];
	return found.isDirectory() ? readdirSync(path).flatMap((name) => filesOf(join(path, name))) : [path];
}

/** Whether the bytes of a file contain a word, in any case. */
const contains = (path: string, word: string): boolean =>
	readFileSync(path).toString("latin1").toLowerCase().includes(word.toLowerCase());

/** Returns the files of a SQLite database that contain a word in any byte, or the tables of a Postgres one in any row. */
export async function findInDatabase(url: string, word: string): Promise<string[]> {
	if (dialect === "sqlite") {
		const path = url.replace(/^(?:sqlite|file):(?:\/\/)?/i, "");
		return ["", "-wal", "-shm", "-journal"]
			.flatMap((end) => filesOf(path + end))
			.filter((file) => contains(file, word));
	}
	const client = new SQL(url, { max: 1 });
	try {
		const tables: { name: string }[] = await client.unsafe(
			"select table_name as name from information_schema.tables where table_schema = 'public'",
		);
		const found: string[] = [];
		for (const { name } of tables) {
			const [row] = await client.unsafe(`select 1 from "${name}" as t where t::text ilike $1 limit 1`, [`%${word}%`]);
			if (row !== undefined) found.push(name);
		}
		return found;
	} finally {
		await client.close();
	}
}

/** Returns the files below a folder that contain a word in any byte, beside those of a database. */
export const findInFolder = (folder: string, word: string): string[] =>
	filesOf(folder).filter((file) => !/\.db(-wal|-shm)?$/.test(file) && contains(file, word));
