import type { Command } from "@commander-js/extra-typings";
import type { ExitCode } from "../failure.ts";
import { JSON_HELP } from "./shared.ts";

/** Adds the commands for audit logs. */
export function addAuditCommands(program: Command, exitWith: (code: ExitCode) => void): void {
	const audit = program.command("audit").description("verify exported audit logs");
	audit
		.command("verify")
		.description(
			"verify an NDJSON export of an audit log (Accept: application/x-ndjson); requires neither the service nor its " +
				"configuration; exits with 1 if anything was changed, removed or moved",
		)
		.argument("<file>", "the file; - reads standard input")
		.option("--key <thumbprint>", "require that this key has signed it: keyId of …/audit-logs/verify")
		.option("--json", JSON_HELP)
		.action(async (file, options) => {
			const { verifyAuditFile } = await import("../audit.ts");
			exitWith(await verifyAuditFile(file, options));
		});
}
