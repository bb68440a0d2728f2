/** Who reads live captions by a link, and until when. */
import { describe, expect, test } from "bun:test";
import { captionsOf } from "#tests/support/captions";
import type { Caller } from "#tests/support/client";
import { complianceOf } from "#tests/support/compliance";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { openSocket, openStream } from "#tests/support/live";
import { createProviderTokens } from "#tests/support/provider-tokens";
import { codeOf } from "#tests/support/responses";

const provider = await createProviderTokens();
const api = await useHarness({ isServed: true, externalIssuer: provider.externalIssuer });
const { openLive, push, end } = captionsOf(api);
const owner = await api.createOrganization();
type Meeting = Awaited<ReturnType<typeof openLive>>;

/** How soon a reader is disconnected. */
const SOON_MS = 5_000;

/** Makes the link of a meeting, and returns its secret. */
async function linkBy(maker: Caller, { id }: Pick<Meeting, "id">, body: object = {}): Promise<string> {
	const made = await maker.post(`/meetings/${id}/caption-link`, body);
	if (made.status !== 201) throw new Error(`no link: ${made.text}`);
	return new URL(made.body.data.url).pathname.split("/").at(-1) ?? "";
}

const ticketBy = (link: string) => api.post("/transcription/live/reader-tickets", { link });

/** Opens a socket by a link. */
async function openBy(link: string, role?: "publish") {
	const { meeting, live } = (await ticketBy(link)).body.data;
	return openSocket(api.url, { meetingId: meeting.id, ticket: live.ticket, ...(role && { role }) });
}

/** Opens a socket by a link that follows from the beginning. */
async function follow(link: string) {
	const socket = await openBy(link);
	const { sessionId } = await socket.next("ready");
	socket.send({ type: "resume", sessionId, lastSeq: 0 });
	await socket.next("status");
	return socket;
}

/** Returns how a socket ended, and whether it was soon. */
async function endOf({ closed }: Awaited<ReturnType<typeof openSocket>>) {
	const beganMs = performance.now();
	const { code, reason } = await closed;
	return { code, reason, isSoon: performance.now() - beganMs < SOON_MS };
}

describe("the readers of a link", () => {
	test("get captions from the beginning, and what follows", async () => {
		const meeting = await openLive(owner);
		await push(owner, meeting, [{ text: "Light bends." }]);
		const reader = await follow(await linkBy(owner, meeting));

		await push(owner, meeting, [{ text: "It is refracted." }]);

		const said = [await reader.next("final"), await reader.next("final")];
		expect(said.map(({ segment }) => segment.text)).toEqual(["Light bends.", "It is refracted."]);
		reader.close();
	});

	test("follow by an event stream as well", async () => {
		const meeting = await openLive(owner);
		await push(owner, meeting, [{ text: "Light bends." }]);
		const { live } = (await ticketBy(await linkBy(owner, meeting))).body.data;

		const stream = await openStream(api.url, { meetingId: meeting.id, query: { ticket: live.ticket } }, 0);

		expect((await stream.next("final")).segment.text).toBe("Light bends.");
		stream.close();
	});

	test("learn what the page shows, and no more", async () => {
		const meeting = await openLive(owner, { title: "Optics", transcription: { live: true, translateTo: ["es"] } });

		const { data } = (await ticketBy(await linkBy(owner, meeting))).body;

		expect(data.meeting).toEqual({ id: meeting.id, title: "Optics", language: "en-US", translateTo: ["es"] });
		expect(Object.keys(data)).toEqual(["meeting", "organization", "branding", "live"]);
	});

	test("write nothing: neither sound nor messages, and their ticket opens no other meeting", async () => {
		const [meeting, other] = [await openLive(owner), await openLive(owner)];
		const link = await linkBy(owner, meeting);
		const publisher = await openBy(link, "publish");
		const reader = await follow(link);
		const { ticket } = (await ticketBy(link)).body.data.live;
		const astray = await openSocket(api.url, { meetingId: other.id, ticket });

		reader.send({ type: "chat", text: "Hello" });
		reader.send({ type: "hand", raised: true });

		expect((await publisher.closed).code).toBe(4403);
		expect((await reader.next("error")).code).toBe("forbidden");
		expect((await reader.next("error")).code).toBe("forbidden");
		expect((await astray.closed).code).toBe(4404);
		expect((await owner.get(`/meetings/${meeting.id}/chat`)).body.data).toEqual([]);
		reader.close();
	});

	test("start no translation of their own", async () => {
		const meeting = await openLive(owner, { transcription: { live: true, translateTo: ["es"] } });
		const reader = await openBy(await linkBy(owner, meeting));
		await reader.next("ready");

		reader.send({ type: "start", translateTo: ["es", "ja"] });

		expect(await reader.next("error")).toMatchObject({ code: "forbidden" });
		reader.close();
	});

	test("do without a token: the secret is no token of the API, and a ticket opens one connection", async () => {
		const meeting = await openLive(owner);
		const link = await linkBy(owner, meeting);
		const { ticket } = (await ticketBy(link)).body.data.live;
		const first = await openSocket(api.url, { meetingId: meeting.id, ticket });
		const second = await openSocket(api.url, { meetingId: meeting.id, ticket });

		expect((await api.as(link).get(`/meetings/${meeting.id}`)).status).toBe(401);
		expect((await second.closed).code).toBe(4401);
		first.close();
	});
});

/** Somebody who may run a meeting, and how they lose that. */
interface Maker {
	readonly token: string;
	readonly lose: () => unknown;
}

const org = ({ orgId }: SignedIn, rest: string) => `/orgs/${orgId}${rest}`;
const ENDS: readonly (readonly [string, number, (meeting: Meeting) => Promise<Maker>])[] = [
	[
		"is withdrawn",
		4404,
		async ({ id }) => ({ token: owner.token, lose: () => owner.delete(`/meetings/${id}/caption-link`) }),
	],
	[
		"is replaced",
		4404,
		async ({ id }) => ({ token: owner.token, lose: () => owner.post(`/meetings/${id}/caption-link`, {}) }),
	],
	["expires", 4404, async () => ({ token: owner.token, lose: () => api.advanceMs(240_000) })],
	[
		"was made by an administrator who is demoted",
		4404,
		async () => {
			const { token, userId } = await api.addMember(owner, "admin");
			return { token, lose: () => owner.patch(org(owner, `/members/${userId}`), { role: "member" }) };
		},
	],
	[
		"was made by a teacher who loses the workspace",
		4404,
		async ({ workspaceId }) => {
			const { token, userId } = await api.addMember(owner, "teacher");
			const path = `/workspaces/${workspaceId}/members`;
			await owner.post(path, { userId, role: "manager" });
			return { token, lose: () => owner.delete(`${path}/${userId}`) };
		},
	],
	[
		"was made by a key that is revoked",
		4404,
		async () => {
			const body = { name: "Captions", scopes: ["org:read", "org:write"] };
			const { id, key } = (await owner.post(org(owner, "/api-keys"), body)).body.data;
			return { token: key, lose: () => owner.delete(org(owner, `/api-keys/${id}`)) };
		},
	],
	[
		"was made by somebody of the provider whose token expires",
		4404,
		async () => {
			const claims = { org_id: owner.orgId, role: "admin", scope: "org:read org:write" };
			return { token: await provider.sign(claims, api.nowMs() + 240_000), lose: () => api.advanceMs(240_000) };
		},
	],
];

describe("a link ends for open readers and new ones", () => {
	test.each(ENDS)("when it %s", async (_, closeCode, become) => {
		const meeting = await openLive(owner);
		const { token, lose } = await become(meeting);
		const expiresAt = new Date(api.nowMs() + 240_000).toISOString();
		const link = await linkBy(api.as(token), meeting, { expiresAt });
		const reader = await follow(link);

		await lose();

		expect(await endOf(reader)).toMatchObject({ code: closeCode, isSoon: true });
		expect(codeOf(await ticketBy(link))).toEqual([404, "not_found"]);
	});

	test("with its meeting, whose last captions arrive", async () => {
		const meeting = await openLive(owner);
		const link = await linkBy(owner, meeting);
		const reader = await follow(link);
		await push(owner, meeting, [{ text: "Goodbye." }]);

		await end(owner, meeting);

		expect((await reader.next("final")).segment.text).toBe("Goodbye.");
		expect((await reader.closed).code).toBe(1000);
		const late = await ticketBy(link);
		expect([...codeOf(late), late.body.error.meta.reason]).toEqual([403, "forbidden", "meeting_over"]);
	});

	test("while its organization is suspended", async () => {
		const own = await api.createOrganization();
		const link = await linkBy(own, await openLive(own));
		const reader = await follow(link);

		await api.request("POST", `/orgs/${own.orgId}/suspend`, {
			token: await api.signInSystem(),
			body: { reason: "billing" },
		});

		expect(await endOf(reader)).toMatchObject({ code: 4403, isSoon: true });
		expect(codeOf(await ticketBy(link))).toEqual([403, "organization_suspended"]);
	});
});

test("readers wait for a meeting that has not started", async () => {
	const meeting = await openLive(owner, { scheduledStart: "2031-02-01T09:00:00Z" });
	const link = await linkBy(owner, meeting);
	const early = await ticketBy(link);

	await owner.post(`/meetings/${meeting.id}/start`, {});

	expect([...codeOf(early), early.body.error.meta.state]).toEqual([409, "state_conflict", "scheduled"]);
	expect((await ticketBy(link)).status).toBe(201);
});

test("where records are closed to guests, there is no link", async () => {
	const hospital = await complianceOf(api).openIn("hipaa");
	const meeting = await openLive(hospital);

	const refused = await hospital.post(`/meetings/${meeting.id}/caption-link`, {});

	expect([...codeOf(refused), refused.body.error.meta.reason]).toEqual([403, "forbidden", "records_closed"]);
});
