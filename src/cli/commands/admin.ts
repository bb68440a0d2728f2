import type { Command } from "@commander-js/extra-typings";
import { emailOption, identityOption, nameOption } from "../options.ts";
import { configuration, INIT_HELP, JSON_HELP } from "./shared.ts";

/** Adds the commands for system administrators. */
export function addAdminCommands(program: Command): void {
	const admin = program.command("admin").description("manage system administrators");
	admin
		.command("create")
		.description("make a system administrator; without a given password, one is made up and shown once")
		.requiredOption("--email <address>", "what they sign in with", emailOption)
		.option("--name <name>", "what they are called", nameOption)
		.option("--password-stdin", "read the password from the first line of standard input")
		.option("--init", INIT_HELP)
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { createAdmin } = await import("../admin.ts");
			await createAdmin(config, options);
		});

	admin
		.command("list")
		.description("show all system administrators")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { listAdmins } = await import("../admin.ts");
			await listAdmins(config, options);
		});
	admin
		.command("remove")
		.description("take the rights of a system administrator away and end their sessions; never of the last one")
		.requiredOption("--email <address>", "which administrator", emailOption)
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { removeAdmin } = await import("../admin.ts");
			await removeAdmin(config, options);
		});
	admin
		.command("reset-password")
		.description(
			"give a system administrator another password and end their sessions; without a given one, one is made up",
		)
		.requiredOption("--email <address>", "which administrator", emailOption)
		.option("--password-stdin", "read the password from the first line of standard input")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { resetAdminPassword } = await import("../admin.ts");
			await resetAdminPassword(config, options);
		});
	admin
		.command("link")
		.description("let a system administrator sign in at the OIDC provider too; no sign-in links one by itself")
		.requiredOption("--email <address>", "which administrator", emailOption)
		.requiredOption("--issuer <iss>", "the provider, exactly as OIDC_ISSUER", identityOption)
		.requiredOption("--subject <sub>", "the person's `sub` there", identityOption)
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { linkAdmin } = await import("../admin.ts");
			await linkAdmin(config, options);
		});
	admin
		.command("unlink")
		.description("take that away again, and end the administrator's sessions")
		.requiredOption("--email <address>", "which administrator", emailOption)
		.requiredOption("--issuer <iss>", "as it was linked", identityOption)
		.requiredOption("--subject <sub>", "as it was linked", identityOption)
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { unlinkAdmin } = await import("../admin.ts");
			await unlinkAdmin(config, options);
		});
}
