import type { Command } from "@commander-js/extra-typings";
import { configuration, JSON_HELP } from "./shared.ts";

/** Adds the commands for backups. */
export function addBackupCommands(program: Command): void {
	program
		.command("backup")
		.description(
			"back up database, stored objects and encryption key, while the server runs; objects that are there already " +
				"are not copied again. Needs BACKUP_PASSPHRASE or BACKUP_RECIPIENTS",
		)
		.option("--to <place>", "folder, or s3://<bucket>/<prefix> (default: BACKUP_TO)")
		.option("--prune", "afterwards remove backups older than BACKUP_KEEP_DAYS, except for the newest")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { backUp } = await import("../backup.ts");
			await backUp(config, options);
		});
	program
		.command("restore")
		.description(
			"restore a backup into an empty DATA_DIR; or only prove that it can be restored. Sessions end, and mails that " +
				"were waiting are not sent",
		)
		.option("--from <place>", "folder, or s3://<bucket>/<prefix> (default: BACKUP_TO)")
		.option("--backup <id>", "backup to restore (default: the newest)")
		.option("--identity <file>", "file with the age identity of a recipient (default: BACKUP_IDENTITY)")
		.option("--verify", "only read all of it and check that it can be restored; changes nothing")
		.option("--replace", "replace the installation that is there; its database is kept under another name")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { restore } = await import("../backup.ts");
			await restore(config, options);
		});
}
