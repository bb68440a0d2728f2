import { type Client, createClient, createSession } from "#client";
import { API_BASE } from "./place.ts";
import { reach } from "./reach.ts";
import { mayBeSignedIn, onSignedOut, rememberSignedIn, signedOut, tellOtherTabs } from "./signed-in.ts";

const baseUrl = API_BASE.href.replace(/\/$/, "");

/**
 * The session of this tab. Its access token is in memory only; the refresh token is in an HttpOnly cookie that all tabs
 * share. Nothing that works as a credential is ever in storage.
 */
export const session = createSession({
	baseUrl,
	tokenDelivery: "cookie",
	onTokens: rememberSignedIn,
	onEnded: () => signedOut({ byServer: true }),
	fetch: reach,
});

const REVOKED: ReadonlySet<unknown> = new Set(["session_revoked", "token_revoked"]);

/** Sends a request of the person. A token that was revoked ends the session, unless that goes on without it. */
async function send(request: Request): Promise<Response> {
	const response = await reach(request);
	if (response.status === 401) void findWhetherOver(request, response.clone());
	return response;
}

async function findWhetherOver({ headers }: Request, response: Response): Promise<void> {
	const token = headers.get("authorization")?.slice("Bearer ".length);
	const answer = await response.json().catch(() => null);
	if (token === undefined || !REVOKED.has(answer?.error?.code)) return;
	await session.renew(token).catch(() => undefined);
}

/** The API, asked as the person who is signed in. */
export const api = createClient({
	baseUrl,
	fetch: send,
	auth: {
		// A stranger has no cookie, and needs no answer that says so.
		token: async () => (mayBeSignedIn() ? session.token() : null),
		renew: (expired) => session.renew(expired),
	},
	language: () => document.documentElement.lang,
});

/** The API, asked by no one: links in mails prove by themselves, whoever is signed in. */
export const stranger = createClient({
	baseUrl,
	fetch: reach,
	language: () => document.documentElement.lang,
});

/**
 * The API as asked in one organization, whichever one is looked at meanwhile: for what takes longer than a visit, such as
 * an upload. Its token is one of its own, as that of another tab.
 */
export async function apiIn(orgId: string): Promise<Client> {
	const known = clients.get(orgId);
	if (known) return known;
	const own = createSession({ baseUrl, tokenDelivery: "cookie", fetch: reach });
	await own.enter(orgId);
	const client = createClient({ baseUrl, auth: own, fetch: reach, language: () => document.documentElement.lang });
	clients.set(orgId, client);
	return client;
}
const clients = new Map<string, Client>();
onSignedOut(() => clients.clear());

/** Ends the session in all tabs. */
export async function signOut(): Promise<void> {
	await session.signOut().catch(() => undefined);
	tellOtherTabs();
	signedOut();
}
