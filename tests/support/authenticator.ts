import type { Browser, CDPSession, Page } from "playwright-core";

/** A page of one origin in a real browser, with a software authenticator that says yes to everything. */
export interface Authenticator {
	/** `navigator.credentials.create()` with these options; the new credential as JSON. */
	create(options: unknown): Promise<CredentialJson>;
	/** `navigator.credentials.get()` with these options; the proof as JSON. */
	get(options: unknown): Promise<CredentialJson>;
	/** What it keeps, the private keys too. */
	export(): Promise<AuthenticatorKey[]>;
	/** Puts keys into it, in place of those with the same id. */
	import(keys: readonly AuthenticatorKey[]): Promise<void>;
	/** Whether the person unlocks it when asked to. */
	setUserVerified(isUserVerified: boolean): Promise<void>;
	close(): Promise<void>;
}

/** What `PublicKeyCredential.toJSON()` gives. */
export interface CredentialJson {
	readonly id: string;
	readonly response: Readonly<Record<string, unknown>> & { readonly clientDataJSON: string };
}

/** A credential as the developer tools see it. */
export type AuthenticatorKey = Awaited<ReturnType<typeof keysOf>>[number];

const keysOf = async (session: CDPSession, authenticatorId: string) =>
	(await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;

/** Opens a blank page of `origin`, which need not exist, and an authenticator built into its machine. */
export async function openAuthenticator(browser: Browser, origin: string): Promise<Authenticator> {
	const context = await browser.newContext();
	const page = await context.newPage();
	await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
	await page.goto(origin);
	const session = await context.newCDPSession(page);
	await session.send("WebAuthn.enable");
	const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return {
		create: (options) => create(page, options),
		get: (options) => get(page, options),
		export: () => keysOf(session, authenticatorId),
		async import(keys) {
			for (const credential of keys) {
				const { credentialId } = credential;
				await session.send("WebAuthn.removeCredential", { authenticatorId, credentialId }).catch(() => undefined);
				await session.send("WebAuthn.addCredential", { authenticatorId, credential });
			}
		},
		async setUserVerified(isUserVerified) {
			await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
		},
		close: () => context.close(),
	};
}

// These run in the page.
const create = (page: Page, options: unknown): Promise<CredentialJson> =>
	page.evaluate(async (json) => {
		const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON);
		const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
		return credential.toJSON() as unknown as CredentialJson;
	}, options);

const get = (page: Page, options: unknown): Promise<CredentialJson> =>
	page.evaluate(async (json) => {
		const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
		const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
		return credential.toJSON() as unknown as CredentialJson;
	}, options);
