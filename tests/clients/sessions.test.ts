import { afterEach, describe, expect, setSystemTime, test } from "bun:test";
import { forThisFile } from "#tests/support/for-this-file";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { createWorkspace, openClient, writingDown } from "#tests/support/published-client";
import { openTcpProxy } from "#tests/support/tcp-proxy";
import { createSession, type SessionOptions, unwrap } from "../../clients/typescript/src/index.ts";

const MINUTE_MS = 60_000;
const server = await useHarness({ isServed: true });
const proxy = await forThisFile(openTcpProxy(server.url));

afterEach(() => {
	setSystemTime();
});

/** Signs the owner of a new organization in. */
async function signIn(more: Partial<SessionOptions> = {}) {
	const owner = await server.createOrganization();
	const { sent, fetch } = writingDown();
	const session = createSession({ baseUrl: server.url, fetch, ...more });
	await session.signIn({ email: owner.email, password: PASSWORD });
	const api = openClient({ baseUrl: server.url, auth: session });
	const refreshes = () => sent.filter(({ request }) => request === "POST /auth/refresh");
	return { owner, session, api, refreshes, sent };
}

/** A browser's cookies, on a page of the service. */
function cookiesOfPage(): NonNullable<SessionOptions["fetch"]> {
	const jar = new Map<string, string>();
	return async (request) => {
		request.headers.set("origin", server.config.publicUrl.origin);
		request.headers.set("cookie", [...jar].map((pair) => pair.join("=")).join("; "));
		const response = await fetch(request);
		for (const cookie of response.headers.getSetCookie()) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			jar.set(name, value);
		}
		return response;
	};
}

const profileOf = ({ userId }: SignedIn) => ({ data: expect.objectContaining({ id: userId }) });

describe("A token that has expired", () => {
	test("is renewed once for many requests at a time, which all succeed", async () => {
		const { api, refreshes } = await signIn();

		server.advanceMs(16 * MINUTE_MS);
		const outcomes = await Promise.all(Array.from({ length: 30 }, () => api.GET("/auth/profile")));

		expect(outcomes.map(({ response }) => response.status)).toEqual(Array.from({ length: 30 }, () => 200));
		expect(api.sent.filter(({ status }) => status === 401).length).toBeGreaterThan(1);
		expect(refreshes()).toHaveLength(1);
	});

	test("is renewed a minute before its end, so that no request fails", async () => {
		const { owner, api, refreshes } = await signIn();

		setSystemTime(Date.now() + 14.5 * MINUTE_MS);
		const profiles = await Promise.all(Array.from({ length: 10 }, () => unwrap(api.GET("/auth/profile"))));

		expect(profiles[9]).toMatchObject(profileOf(owner));
		expect(api.sent.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
		expect(refreshes()).toHaveLength(1);
	});

	test("repeats a POST with its key", async () => {
		const { owner, api } = await signIn();

		server.advanceMs(16 * MINUTE_MS);
		await createWorkspace(api, owner.orgId, "Physics");

		const [first, second] = api.sent;
		expect([first?.status, second?.status]).toEqual([401, 201]);
		expect(second?.key).toBe(first?.key as string);
	});

	test("is renewed although the answer of the refresh is lost: the session is not taken for stolen", async () => {
		const { owner, session, api, refreshes } = await signIn({ baseUrl: proxy.url });

		server.advanceMs(16 * MINUTE_MS);
		proxy.stall("toClient");
		const profile = unwrap(api.GET("/auth/profile"));
		await Bun.sleep(300);
		proxy.cut();
		proxy.resume();

		expect(await profile).toMatchObject(profileOf(owner));
		expect(refreshes().map(({ status }) => status)).toEqual([null, 200]);
		expect(await session.token()).not.toBeNull();
	});
});

describe("A session", () => {
	test("that was ended says so once, and the request that found out is refused", async () => {
		const ends: string[] = [];
		const { session, api, refreshes, owner } = await signIn({ onEnded: ({ code }) => ends.push(code) });

		await server.request("POST", "/auth/logout", { token: owner.token, body: { allDevices: true } });
		server.advanceMs(16 * MINUTE_MS);
		const outcomes = await Promise.all(Array.from({ length: 5 }, () => api.GET("/auth/profile")));

		expect(outcomes.map(({ response }) => response.status)).toEqual(Array.from({ length: 5 }, () => 401));
		expect(ends).toHaveLength(1);
		expect(refreshes().length).toBeLessThanOrEqual(1);
		expect(await session.token()).toBeNull();
	});

	test("continues in a later run with the refresh token that was stored", async () => {
		let stored: string | undefined;
		const onTokens = ({ refresh_token }: { refresh_token?: string }) => {
			stored = refresh_token;
		};
		const { owner } = await signIn({ onTokens });

		const later = createSession({ baseUrl: server.url, ...(stored && { refreshToken: stored }), onTokens });
		const api = openClient({ baseUrl: server.url, auth: later });

		expect(await unwrap(api.GET("/auth/profile"))).toMatchObject(profileOf(owner));
	});

	test("enters another organization of its person, while others refresh", async () => {
		const { owner, session, api } = await signIn();
		const other = await server.createOrganization();
		await server.enroll(owner.userId, other.orgId, "member");

		server.advanceMs(16 * MINUTE_MS);
		await Promise.all([api.GET("/auth/profile"), session.enter(other.orgId)]);
		const path = { orgId: other.orgId };

		expect((await api.GET("/orgs/{orgId}", { params: { path } })).response.status).toBe(200);
	});

	test("of a page has its refresh token in a cookie only, and ends with it", async () => {
		const tokens: unknown[] = [];
		const fetch = cookiesOfPage();
		const { owner, session, api } = await signIn({
			tokenDelivery: "cookie",
			fetch,
			onTokens: ({ refresh_token }) => tokens.push(refresh_token),
		});
		// Another page of the same browser, or this one after a reload.
		const reloaded = createSession({ baseUrl: server.url, tokenDelivery: "cookie", fetch });

		server.advanceMs(16 * MINUTE_MS);
		const first = await unwrap(api.GET("/auth/profile"));
		const second = await unwrap(openClient({ baseUrl: server.url, auth: reloaded }).GET("/auth/profile"));
		await session.signOut();

		expect([first, second]).toEqual([
			expect.objectContaining(profileOf(owner)),
			expect.objectContaining(profileOf(owner)),
		]);
		expect(tokens).toEqual([undefined, undefined]);
		expect(await session.token()).toBeNull();
		expect((await api.GET("/auth/profile")).response.status).toBe(401);
	});
});
