import type { Command } from "@commander-js/extra-typings";
import { emailOption, identityOption, nameOption } from "../options.ts";
import { configuration, INIT_HELP, JSON_HELP } from "./shared.ts";

/** Adds the commands for system administrators. */
export function addAdminCommands(program: Command): void {
	const admin = program.command("admin").description("manage system administrators");
	admin
		.command("create")
		.description(
			"create a system administrator, or promote an existing account; generates a password unless given, and shows it once",
		)
		.requiredOption("--email <address>", "e-mail address for signing in", emailOption)
		.option("--name <name>", "display name", nameOption)
		.option("--password-stdin", "read the password from the first line of standard input")
		.option("--yes", "promote an existing account without asking")
		.option("--init", INIT_HELP)
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { createAdmin } = await import("../admin.ts");
			await createAdmin(config, options);
		});

	admin
		.command("list")
		.description("list all system administrators")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { listAdmins } = await import("../admin.ts");
			await listAdmins(config, options);
		});
	admin
		.command("remove")
		.description("remove a system administrator and end their sessions; the last one cannot be removed")
		.requiredOption("--email <address>", "e-mail address of the administrator", emailOption)
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { removeAdmin } = await import("../admin.ts");
			await removeAdmin(config, options);
		});
	admin
		.command("reset-password")
		.description(
			"reset the password of a system administrator and end their sessions; without a password, generates one",
		)
		.requiredOption("--email <address>", "e-mail address of the administrator", emailOption)
		.option("--password-stdin", "read the password from the first line of standard input")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { resetAdminPassword } = await import("../admin.ts");
			await resetAdminPassword(config, options);
		});
	admin
		.command("link")
		.description(
			"allow a system administrator to sign in with the OIDC provider as well; this is never done automatically",
		)
		.requiredOption("--email <address>", "e-mail address of the administrator", emailOption)
		.requiredOption("--issuer <iss>", "issuer of the provider, exactly as in OIDC_ISSUER", identityOption)
		.requiredOption("--subject <sub>", "the user's `sub` at the provider", identityOption)
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { linkAdmin } = await import("../admin.ts");
			await linkAdmin(config, options);
		});
	admin
		.command("unlink")
		.description("remove the link to the OIDC provider and end the administrator's sessions")
		.requiredOption("--email <address>", "e-mail address of the administrator", emailOption)
		.requiredOption("--issuer <iss>", "the linked value", identityOption)
		.requiredOption("--subject <sub>", "the linked value", identityOption)
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { unlinkAdmin } = await import("../admin.ts");
			await unlinkAdmin(config, options);
		});
}
