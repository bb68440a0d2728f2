/** A caption address works as long as its maker may run the meeting, and no longer. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { users } from "#db/schema";
import { captionsOf } from "#tests/support/captions";
import type { Caller } from "#tests/support/client";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { createProviderTokens } from "#tests/support/provider-tokens";
import { codeOf } from "#tests/support/responses";

const provider = await createProviderTokens();
const api = await useHarness({ externalIssuer: provider.externalIssuer });
const { openLive } = captionsOf(api);
let owner: SignedIn;
type Meeting = Awaited<ReturnType<typeof openLive>>;

/** Makes the address of a meeting, and returns what a captioner's tool does with it. */
async function addressBy(maker: Caller, { id }: Meeting) {
	const made = await maker.post(`/meetings/${id}/caption-address`, {});
	if (made.status !== 201) throw new Error(`no address: ${made.text}`);
	const { pathname, search } = new URL(made.body.data.url);
	let seq = 0;
	return {
		post: () =>
			api.post(`${pathname}${search}&seq=${++seq}&lang=en-US`, undefined, {
				raw: "Light bends.",
				headers: { "content-type": "text/plain" },
			}),
		lastSeq: () => api.get(`${pathname}/seq${search}`),
	};
}

/** Somebody who may run a meeting, and how they lose that. */
interface Maker {
	readonly token: string;
	readonly lose: () => unknown;
}
const org = (rest: string) => `/orgs/${owner.orgId}${rest}`;
const apiKey = async (body: object = {}) =>
	(await owner.post(org("/api-keys"), { name: "Captions", scopes: ["org:read", "org:write"], ...body })).body.data;

const MAKERS: readonly (readonly [string, (meeting: Meeting) => Promise<Maker>])[] = [
	[
		"a manager of the workspace who is removed from it",
		async ({ workspaceId }) => {
			const { token, userId } = await api.addMember(owner, "teacher");
			const path = `/workspaces/${workspaceId}/members`;
			await owner.post(path, { userId, role: "manager" });
			return { token, lose: () => owner.delete(`${path}/${userId}`) };
		},
	],
	[
		"a host of the workspace who is demoted in it",
		async ({ workspaceId }) => {
			const { token, userId } = await api.addMember(owner, "teacher");
			const path = `/workspaces/${workspaceId}/members`;
			await owner.post(path, { userId, role: "host" });
			return { token, lose: () => owner.patch(`${path}/${userId}`, { role: "member" }) };
		},
	],
	[
		"an administrator who is demoted",
		async () => {
			const { token, userId } = await api.addMember(owner, "admin");
			return { token, lose: () => owner.patch(org(`/members/${userId}`), { role: "member" }) };
		},
	],
	[
		"an administrator who leaves the organization",
		async () => {
			const admin = await api.addMember(owner, "admin");
			return { token: admin.token, lose: () => admin.delete(org(`/members/${admin.userId}`)) };
		},
	],
	[
		"an administrator whose account is disabled",
		async () => {
			const { token, userId } = await api.addMember(owner, "admin");
			const disable = () => api.store.db.update(users).set({ state: "disabled" }).where(eq(users.id, userId));
			return { token, lose: disable };
		},
	],
	[
		"an API key that is revoked",
		async () => {
			const { id, key } = await apiKey();
			return { token: key, lose: () => owner.delete(org(`/api-keys/${id}`)) };
		},
	],
	[
		"an API key that is narrowed",
		async () => {
			const { id, key } = await apiKey();
			return { token: key, lose: () => owner.patch(org(`/api-keys/${id}`), { scopes: ["org:read"] }) };
		},
	],
	[
		"an API key that expires",
		async () => {
			const { key } = await apiKey({ expiresAt: new Date(api.nowMs() + 600_000).toISOString() });
			return { token: key, lose: () => api.advanceMs(600_000) };
		},
	],
	[
		"somebody of the provider whose token expires",
		async () => {
			const claims = { org_id: owner.orgId, role: "admin", scope: "org:read org:write" };
			const token = await provider.sign(claims, api.nowMs() + 600_000);
			return { token, lose: () => api.advanceMs(600_000) };
		},
	],
];

describe("a caption address", () => {
	test.each(MAKERS)("of %s ends with their rights", async (_, become) => {
		owner = await api.createOrganization();
		const meeting = await openLive(owner);
		const { token, lose } = await become(meeting);
		const address = await addressBy(api.as(token), meeting);
		const before = [await address.post(), await address.lastSeq()];

		await lose();
		const after = [await address.post(), await address.lastSeq()];

		expect(before.map(({ status }) => status)).toEqual([200, 200]);
		expect(after.map(codeOf)).toEqual([
			[403, "forbidden"],
			[403, "forbidden"],
		]);
	});

	test("outlives the session and the access token of its maker", async () => {
		owner = await api.createOrganization();
		const meeting = await openLive(owner);
		const admin = await api.addMember(owner, "admin");
		const address = await addressBy(admin, meeting);

		await admin.post("/auth/logout", {});
		api.advanceMs(3_600_000);

		expect((await address.post()).status).toBe(200);
	});
});
