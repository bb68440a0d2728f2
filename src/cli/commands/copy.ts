import type { Command } from "@commander-js/extra-typings";
import type { ExitCode } from "../failure.ts";
import { configuration, JSON_HELP } from "./shared.ts";

const HELP = `
Both databases are named with their engine: sqlite:/var/lib/parley/parley.db, postgres://user@host/name. Their servers must be
stopped, and the target must be empty or missing. Run it where the server runs, with its DATA_DIR (or ENCRYPTION_KEY): the copy
needs the same encryption key, and stored objects stay where they are.

A copy that was interrupted goes on when it is run again; until it has ended, no server starts on the target. In the end the
counts and digests of all tables are compared, and the event logs and audit chains of the copy are verified. The source is not
changed.

After a failure, run it again to continue. It exits with 1 also if the logs of the source are faulty, though the copy is complete,
and with 78 if the encryption key is another one.`;

/**
 * Adds the command that moves an installation to another database. Its URLs are checked by the action: commander would repeat
 * one that is refused, with its password.
 */
export function addCopyCommand(program: Command, exitWith: (code: ExitCode) => void): void {
	program
		.command("copy")
		.description("copy a database to another one, of the same or the other engine, and compare them")
		.requiredOption("--from <url>", "database to copy; it is not changed")
		.requiredOption("--to <url>", "empty database to fill; a SQLite file is created")
		.option("--restart", "delete the leftovers of an unfinished copy in the target, and start over")
		.option("--replace-invalid", "replace characters that Postgres cannot store (NUL) with U+FFFD")
		.option("--json", JSON_HELP)
		.addHelpText("after", HELP)
		.action(async (options, command) => {
			const { parseCopiedUrl } = await import("../../config/parse.ts");
			for (const name of ["from", "to"] as const) {
				const parsed = parseCopiedUrl(options[name]);
				if ("error" in parsed) command.error(`error: --${name}: ${parsed.error}`);
			}
			const config = await configuration();
			const { copy } = await import("../copy.ts");
			exitWith(await copy(config, options));
		});
}
