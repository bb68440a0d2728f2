import { AppError } from "#kernel/errors";
import { inEnglish } from "#kernel/texts";
import type {
	Administrator,
	AdministratorLink,
	NewAdministrator,
	ResetAdministrator,
} from "#modules/identity/administrators";
import type { Config } from "../config.ts";
import { assertInstalled, type InitOption } from "./installed.ts";
import { withServices } from "./services.ts";
import { print, printError, printJson, readLine } from "./terminal.ts";

type CreateOptions = PasswordOptions & InitOption & { readonly name?: string; readonly yes?: true };

/** Runs `parley admin create`. @throws `conflict` when the address is taken, `validation_failed` for a weak password */
export async function createAdmin(config: Config, options: CreateOptions): Promise<void> {
	const { email, name, init } = options;
	// Before the password is asked for.
	await assertInstalled(config, { ...(init && { init }) });
	const candidate = init ? undefined : await withServices(config, (each) => each.administrators.findCandidate(email));
	if (candidate) return promote(config, options, candidate.name);
	const password = await readPassword(options);
	const made = await withServices(
		config,
		(services) => services.administrators.create({ email, password, ...(name !== undefined && { name }) }),
		{ ...(init && { init }) },
	);
	await printCredentials(made, options);
}

/** Makes a person with an account an administrator, once that is confirmed. Their password stays as it is. */
async function promote(config: Config, { email, yes, json }: CreateOptions, name: string): Promise<void> {
	if (!yes) await confirm(`${email} is the account of ${name}`, "Make it a system administrator, too?");
	const made = await withServices(config, ({ administrators }) => administrators.promote(email));
	if (json) return printJson(made);
	await print(`${made.email}\n`);
	await printError("The account is a system administrator now, and signs in as before.\n");
}

/** Asks a person at a terminal. @throws `state_conflict` without one, and for any other answer than yes */
async function confirm(fact: string, question: string): Promise<void> {
	if (!process.stdin.isTTY)
		throw new AppError("state_conflict", inEnglish(`${fact}: to make it a system administrator, add --yes.`));
	await printError(`${fact}. ${question} [y/N] `);
	if (!/^y(es)?$/i.test((await readLine()).trim()))
		throw new AppError("state_conflict", inEnglish("Nothing was changed."));
}

/** Runs `parley admin list`. */
export async function listAdmins(config: Config, { json }: { readonly json?: true }): Promise<void> {
	const administrators = await withServices(config, (services) => services.administrators.list());
	if (json) return printJson({ administrators });
	const width = Math.max(0, ...administrators.map(({ email }) => email.length));
	const lines = administrators.map(
		({ email, name, createdAt, ...rest }) =>
			`${email.padEnd(width)}  ${createdAt.slice(0, 10)}  ${name}${noteOn(rest)}\n`,
	);
	await print(lines.join(""));
}

const noteOn = ({ state, passwordInitial }: Pick<Administrator, "state" | "passwordInitial">): string =>
	state !== "active" ? ` (${state})` : passwordInitial ? " (initial password not changed yet)" : "";

/** Runs `parley admin remove`. @throws `not_found` `state_conflict` */
export async function removeAdmin(
	config: Config,
	{ email, json }: { readonly email: string; readonly json?: true },
): Promise<void> {
	const removed = await withServices(config, (services) => services.administrators.remove(email));
	if (json) return printJson(removed);
	const then = removed.account === "member" ? "is still a member of an organization" : "no longer has an account";
	await print(`${removed.email} is no longer a system administrator and ${then}.\n`);
}

/** Runs `parley admin reset-password`. @throws `not_found` `state_conflict`, `validation_failed` for a weak password */
export async function resetAdminPassword(config: Config, options: PasswordOptions): Promise<void> {
	await assertInstalled(config);
	const password = await readPassword(options);
	const made = await withServices(config, (services) => services.administrators.resetPassword(options.email, password));
	await printCredentials(made, options);
	if (!options.json) await printError(adviceOn(made));
}

/** Says what has ended, and with what the administrator signs in as before. */
function adviceOn({ kept: { totp, passkeys } }: ResetAdministrator): string {
	const kept = [
		...(totp ? ["the authenticator app"] : []),
		...(passkeys > 0 ? [passkeys === 1 ? "a passkey" : `${passkeys} passkeys`] : []),
	];
	const ended = "Their sessions have ended.";
	if (kept.length === 0) return `${ended}\n`;
	return `${ended} Unchanged: ${kept.join(" and ")}. If they are lost or another person has them: create another administrator, and remove this one.\n`;
}

interface PasswordOptions {
	readonly email: string;
	readonly passwordStdin?: true;
	readonly json?: true;
}

/** Reads the password from standard input if the options say so. */
async function readPassword({ passwordStdin }: PasswordOptions): Promise<string | undefined> {
	if (!passwordStdin) return undefined;
	if (process.stdin.isTTY) await printError("Password, then Enter: ");
	return readLine();
}

async function printCredentials(made: NewAdministrator, { json }: PasswordOptions): Promise<void> {
	if (json) return printJson(made);
	await print(made.password === null ? `${made.email}\n` : `${made.email} ${made.password}\n`);
	await printError(
		made.password === null
			? "The system administrator can sign in.\n"
			: "The system administrator signs in with this password, which is not shown again, and must then change it.\n",
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
	await print(`${link.email} can no longer sign in as ${link.subject} of ${link.issuer}; their sessions have ended.\n`);
}
