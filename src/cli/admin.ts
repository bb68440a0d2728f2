import type { AdministratorLink } from "#modules/administrators";
import type { Config } from "../config.ts";
import { withServices } from "./services.ts";
import { print, printError, printJson, readLine } from "./terminal.ts";

/** Runs `parley admin create`. @throws `conflict` when the address is taken, `validation_failed` for a weak password */
export async function createAdmin(
	config: Config,
	options: {
		readonly email: string;
		readonly name?: string;
		readonly passwordStdin?: true;
		readonly json?: true;
	},
): Promise<void> {
	const { email, name } = options;
	if (options.passwordStdin && process.stdin.isTTY) await printError("Password, then Enter: ");
	const password = options.passwordStdin ? await readLine() : undefined;
	const made = await withServices(config, (services) =>
		services.administrators.create({ email, password, ...(name !== undefined && { name }) }),
	);
	if (options.json) return printJson(made);
	await print(made.password === null ? `${made.email}\n` : `${made.email} ${made.password}\n`);
	await printError(
		made.password === null
			? "The system administrator can sign in.\n"
			: "The system administrator can sign in with this password. It is not shown again.\n",
	);
}

type LinkOptions = AdministratorLink & { readonly json?: true };

/** Runs `parley admin link`. @throws `not_found` `state_conflict` `conflict` */
export async function linkAdmin(config: Config, { json, ...link }: LinkOptions): Promise<void> {
	const { userId } = await withServices(config, ({ administrators }) => administrators.link(link));
	if (json) return printJson({ userId, ...link });
	await print(`${link.email} can sign in as ${link.subject} of ${link.issuer}.\n`);
}

/** Runs `parley admin unlink`. @throws `not_found` `state_conflict` */
export async function unlinkAdmin(config: Config, { json, ...link }: LinkOptions): Promise<void> {
	const { userId } = await withServices(config, ({ administrators }) => administrators.unlink(link));
	if (json) return printJson({ userId, ...link });
	await print(`${link.email} can no longer sign in as ${link.subject} of ${link.issuer}; their sessions are ended.\n`);
}
