import { expect, test } from "bun:test";
import { newAddress } from "#tests/support/addresses";
import { forThisFile } from "#tests/support/for-this-file";
import type { SignedIn } from "#tests/support/harness";
import { type MailHarness, openMailHarness } from "#tests/support/mail-harness";
import { meetings } from "#tests/support/meetings";
import { inProcessDescribe } from "#tests/support/target";

const unlimited = await forThisFile(openMailHarness());
const limited = await forThisFile(
	openMailHarness({
		RATE_LIMITS: ["read=9999/60,write=9999/60,auth-ip=9999/60,mail=9/3600,mail-caller-hour=3/3600,mail-org-hour=5/3600"]
			.concat("mail-caller-day=4/86400", "mail-org-day=7/86400")
			.join(","),
	}),
);

const PASSWORD = "a perfectly long password";

/** Adds a person with a confirmed address to an organization. */
async function addPerson({ api, ...mailed }: MailHarness, orgId: string, role: "owner" | "admin"): Promise<SignedIn> {
	const email = await mailed.registered();
	const userId = (await mailed.login(email)).body.user.id;
	await api.enroll(userId, orgId, role);
	const token = (await mailed.post("/auth/login", { email, password: PASSWORD, orgId })).body.access_token;
	return { ...api.as(token), userId, orgId, email };
}

/** Founds an organization, and returns its owner. */
async function found(mailed: MailHarness, name = "Green Valley"): Promise<SignedIn> {
	const made = await mailed.post("/orgs", { name, orgType: "business" }, await mailed.api.signInSystem());
	return addPerson(mailed, made.body.data.id, "owner");
}

/** The ways in which a caller has a mail sent to an address of their choice. */
function waysOf({ api }: MailHarness) {
	const { createWorkspace, create } = meetings;
	return {
		invitation: (by: SignedIn, email = newAddress()) =>
			by.post(`/orgs/${by.orgId}/invitations`, { email, role: "member" }),
		member: (by: SignedIn) => by.post(`/orgs/${by.orgId}/members`, { email: newAddress(), role: "member" }),
		async "member of a workspace"(by: SignedIn) {
			const { id } = await createWorkspace(by, { name: newAddress() });
			return by.post(`/workspaces/${id}/members`, { email: newAddress(), role: "member" });
		},
		async "guests of a new meeting"(by: SignedIn, count = 1) {
			const { id } = await createWorkspace(by, { name: newAddress() });
			return create(by, id, { participants: Array.from({ length: count }, () => ({ email: newAddress() })) });
		},
		async "guest of a meeting"(by: SignedIn) {
			const { id } = await createWorkspace(by, { name: newAddress() });
			const meeting = (await create(by, id)).body.data.meeting;
			return by.post(`/meetings/${meeting.id}/participants`, { email: newAddress() });
		},
		"own new address": (by: SignedIn) =>
			api.request("PATCH", "/auth/update-profile", {
				token: by.token,
				body: { email: newAddress(), password: { current: PASSWORD } },
			}),
	};
}

inProcessDescribe("mails of one organization", () => {
	test("delay neither a password reset nor an invitation of another, however many there are", async () => {
		const { api, mailbox, post } = unlimited;
		const { invitation } = waysOf(unlimited);
		const [flooding, other] = [await found(unlimited), await found(unlimited)];
		await unlimited.deliver();
		const before = mailbox.received().length;
		for (let count = 0; count < 60; count++) await invitation(flooding);
		const invited = newAddress();
		await invitation(other, invited);
		await post("/auth/forgot-password", { email: other.email });
		await api.parley.services.jobs.runDue("accounts");

		const reset = mailbox.received(other.email).length;
		api.parley.services.jobs.start();
		await mailbox.next(invited);
		while (mailbox.received(other.email).length === reset) await Bun.sleep(1);
		const sent = mailbox.received().length - before;
		await api.parley.services.jobs.stop();

		// One turn of the other organization, and what both lanes began at the same time.
		expect(sent).toBeLessThan(20);
	});

	test("are not sent once it is suspended; what concerns its people's accounts is", async () => {
		const { api, mailbox, post } = unlimited;
		const owner = await found(unlimited);
		const [invited, guest] = [newAddress(), newAddress()];
		const { invitation } = waysOf(unlimited);
		const { createWorkspace, create } = meetings;
		await unlimited.deliver();
		const made = await invitation(owner, invited);
		await create(owner, (await createWorkspace(owner)).id, { participants: [{ email: guest }] });
		const system = await api.signInSystem();

		await post(`/orgs/${owner.orgId}/suspend`, { reason: "spam" }, system);
		await post("/auth/forgot-password", { email: owner.email });
		const seen = mailbox.received(owner.email).length;
		await unlimited.deliver();

		expect([mailbox.received(invited), mailbox.received(guest)]).toEqual([[], []]);
		expect(mailbox.received(owner.email).length).toBe(seen + 1);
		await post(`/orgs/${owner.orgId}/resume`, {}, system);
		const path = `/orgs/${owner.orgId}/invitations?state=pending`;
		const [listed] = (await unlimited.get(path, owner.token)).body.data;
		expect(listed).toMatchObject({ id: made.body.data.id, delivery: "failed" });
	});

	test("say nothing in their subject that a tenant has chosen", async () => {
		const { mailbox } = unlimited;
		const owner = await found(unlimited, "You won 1000 EUR");
		const [invited, guest] = [newAddress(), newAddress()];
		const { createWorkspace, create } = meetings;

		await waysOf(unlimited).invitation(owner, invited);
		const { id } = await createWorkspace(owner);
		await create(owner, id, { title: "Claim your prize", participants: [{ email: guest, name: "Winner" }] });
		await unlimited.deliver();

		const subjects = [invited, guest].map((address) => mailbox.received(address)[0]?.subject);
		expect(subjects).toEqual(["Invitation to an organization on Parley", "Invitation to a meeting on Parley"]);
	});
});

inProcessDescribe("mails to addresses that a caller has chosen", () => {
	const ways = waysOf(limited);

	test.each(Object.entries(ways).filter(([name]) => name !== "own new address"))(
		"have a budget for each caller and organization: %s",
		async (_name, way) => {
			const owner = await found(limited);
			const admin = await addPerson(limited, owner.orgId, "admin");
			const statuses: number[] = [];
			for (let count = 0; count < 4; count++) statuses.push((await way(owner)).status);
			for (let count = 0; count < 3; count++) statuses.push((await way(admin)).status);

			const refused = await way(admin);

			expect(statuses.map((status) => status < 300)).toEqual([true, true, true, false, true, true, false]);
			expect([refused.status, refused.body.error]).toEqual([
				429,
				expect.objectContaining({ code: "rate_limited", meta: { policy: "mail-org-hour" } }),
			]);
			expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
		},
	);

	test("have one budget for all ways together, by day too", async () => {
		const owner = await found(limited);
		const { invitation, member } = ways;
		for (const way of [invitation, member, ways["guest of a meeting"]]) await way(owner);

		const refused = await invitation(owner);
		limited.api.advanceMs(3_600_000);
		const token = (await limited.post("/auth/login", { email: owner.email, password: PASSWORD, orgId: owner.orgId }))
			.body.access_token;
		const later = [await invitation({ ...owner, token }), await invitation({ ...owner, token })];

		expect(refused.body.error.meta).toEqual({ policy: "mail-caller-hour" });
		expect(later.map(({ status }) => status)).toEqual([201, 429]);
		expect(later[1]?.body.error.meta).toEqual({ policy: "mail-caller-day" });
	});

	test("are counted together or not at all", async () => {
		const owner = await found(limited);
		const guests = ways["guests of a new meeting"];

		const statuses = [await guests(owner, 4), await guests(owner, 3), await guests(owner, 1)].map(
			({ status }) => status,
		);

		expect(statuses).toEqual([429, 201, 429]);
	});

	test("have a budget where a person changes their own address", async () => {
		const owner = await found(limited);
		const statuses: number[] = [];
		for (let count = 0; count < 4; count++) statuses.push((await ways["own new address"](owner)).status);

		expect(statuses).toEqual([200, 200, 200, 429]);
	});
});
