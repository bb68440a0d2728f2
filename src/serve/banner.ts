import type { NewAdministrator } from "#modules/identity/administrators";
import type { Config } from "../config.ts";
import { initialPasswordFileOf, isInitialPasswordKept } from "../initial-password.ts";
import { ownCommand } from "../own-program.ts";
import type { Services } from "../services.ts";
import { VERSION } from "../version.ts";

/** What a server has to say after its start. */
interface Started {
	/** URL it listens on. */
	readonly url: string;
	/** The administrator that the start made; null when there was one. */
	readonly newAdministrator: NewAdministrator | null;
	readonly administrators: Services["administrators"];
}

/** Returns the text printed after the start: where the server is and how to sign in. */
export async function bannerOf(started: Started, config: Config): Promise<string> {
	const { port, publicUrl } = config;
	// With PORT=0 only the server knows its port.
	const base = port === 0 ? `${started.url}${publicUrl.prefix}` : publicUrl.href;
	const hint = await signInHint(started, config);
	return `parley ${VERSION} listens on ${started.url}
  Console: ${base}/console/
  API reference: ${base}/swagger
${hint === null ? "" : `  ${hint}\n`}
`;
}

/** Returns how to sign in, or what is left to do for that; null where an administrator signs in with their own password. */
async function signInHint(
	{ newAdministrator: made, administrators }: Started,
	{ admin: configured, dataDir }: Config,
): Promise<string | null> {
	if (made?.password && !isInitialPasswordKept(dataDir))
		return `Sign in as ${made.email} with the password ${made.password} (shown only this once; change it then).`;
	if (made?.password === null) return `Sign in as ${made.email} with ADMIN_PASSWORD.`;
	if (configured) return hintOnConfigured(configured.email, await administrators.fitOf(configured));
	const active = (await administrators.list()).filter(({ state }) => state === "active");
	if (active.length === 0) return `To create an administrator: ${ownCommand("admin create --email <address>")}`;
	const initial = made ?? active.find(({ passwordInitial }) => passwordInitial);
	if (!initial) return null;
	if (isInitialPasswordKept(dataDir))
		return `Sign in as ${initial.email} with the password in the file ${initialPasswordFileOf(dataDir)}, and change it.`;
	return `Sign in as ${initial.email} with the password that was shown once. Lost it? ${ownCommand(`admin reset-password --email ${initial.email}`)}`;
}

function hintOnConfigured(email: string, fit: "fits" | "other_password" | "no_administrator"): string {
	if (fit === "fits") return `Sign in as ${email} with ADMIN_PASSWORD.`;
	const only = "ADMIN_EMAIL and ADMIN_PASSWORD only create the first administrator";
	if (fit === "other_password")
		return `${only}: ${email} has a different password. To set a new one: ${ownCommand(`admin reset-password --email ${email}`)}`;
	return `${only}, and ${email} is not an administrator. To list them: ${ownCommand("admin list")}`;
}
