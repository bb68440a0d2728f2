import { type Command, InvalidArgumentError } from "@commander-js/extra-typings";
import type { ExitCode } from "../failure.ts";
import { configuration, JSON_HELP } from "./shared.ts";

const HELP = `
Both databases are named with their engine: sqlite:/var/lib/parley/parley.db, postgres://user@host/name. Their servers must be
stopped, and the target must be empty or missing. Run it where the server runs, with its DATA_DIR (or ENCRYPTION_KEY): the copy
needs the same encryption key, and stored objects stay where they are.

A copy that was interrupted goes on when it is run again; until it has ended, no server starts on the target. In the end the
counts and digests of all tables are compared, and the event logs and audit chains of the copy are verified. The source is not
changed.

Exit codes: 0 copied and verified, 1 failure (run again to go on), or the logs of the source are faulty (the copy is complete), 2 usage error, 78 configuration error (as another key).`;

/** Parses a URL that names its engine. */
function databaseOption(text: string): string {
	if (/^(sqlite|file):.+/i.test(text) || (/^postgres(ql)?:\/\/.+/i.test(text) && URL.canParse(text))) return text;
	throw new InvalidArgumentError("Expected sqlite:<path> or postgres://<user>@<host>/<database>.");
}

/** Adds the command that moves an installation to another database. */
export function addCopyCommand(program: Command, exitWith: (code: ExitCode) => void): void {
	program
		.command("copy")
		.description("copy a database to another one, of the same or the other engine, and compare them")
		.requiredOption("--from <url>", "database to copy; it is not changed", databaseOption)
		.requiredOption("--to <url>", "empty database to fill; a SQLite file is created", databaseOption)
		.option("--restart", "delete what an unfinished copy has left in the target, and begin again")
		.option("--replace-invalid", "replace characters that Postgres cannot store (NUL) with U+FFFD")
		.option("--json", JSON_HELP)
		.addHelpText("after", HELP)
		.action(async (options) => {
			const config = await configuration();
			const { copy } = await import("../copy.ts");
			exitWith(await copy(config, options));
		});
}
