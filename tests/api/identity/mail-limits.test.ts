import { beforeEach, expect, test } from "bun:test";
import { HOUR_MS } from "#kernel/clock";
import { newAddress } from "#tests/support/addresses";
import { forThisFile } from "#tests/support/for-this-file";
import { ADMIN, PASSWORD, useHarness } from "#tests/support/harness";
import { linkOf, openMailbox } from "#tests/support/mailbox";
import { inProcessDescribe } from "#tests/support/target";

const MAILED = [202, 202, 202, 429];

const mailbox = await forThisFile(openMailbox());
const SMTP_URL = mailbox.url;
const api = await useHarness({ env: { RATE_LIMITS: "write=10000/60", SMTP_URL, MAIL_FROM: "parley@school.example" } });

let networks = 0;
/** Returns an address of an unused network. */
const elsewhere = () => `198.51.${++networks % 256}.1`;
const post = (path: string, body: object, { token, peer = elsewhere() }: { token?: string; peer?: string } = {}) =>
	api.request("POST", path, { body, token, peer }).then(({ status }) => status);
const forgot = (email: string) => post("/auth/forgot-password", { email });
const resend = (email: string) => post("/auth/verify-email/resend", { email });
const register = (email: string, more: object = {}) =>
	post("/auth/register", { email, password: PASSWORD, name: "Ada Lovelace", ...more });

/** Sends a request four times. Returns the statuses. */
async function fourTimes(ask: () => Promise<number>): Promise<number[]> {
	const seen: number[] = [];
	for (let n = 0; n < 4; n++) seen.push(await ask());
	return seen;
}

inProcessDescribe("mails to one address", () => {
	let token: string;
	beforeEach(async () => {
		api.advanceMs(HOUR_MS); // what an earlier test counted is over
		token = await api.signInSystem();
	});

	const createOrganization = async (): Promise<string> => {
		const { body } = await api.request("POST", "/orgs", { token, body: { name: "A School", orgType: "education" } });
		return body.data.id;
	};
	const inviteTo = (orgId: string, email: string) =>
		post(`/orgs/${orgId}/invitations`, { email, role: "member" }, { token });

	test.each([
		["a new password", forgot],
		["another confirmation", resend],
		["an account", register],
	])("are limited to three an hour for strangers who ask for %s, whoever has it", async (_, ask) => {
		const [known, unknown] = [await fourTimes(() => ask(ADMIN.email)), await fourTimes(() => ask(newAddress()))];

		expect([known, unknown.slice(0, 3)]).toEqual([MAILED, MAILED.slice(0, 3)]);
	});

	test("are sent again after an hour", async () => {
		await fourTimes(() => forgot(ADMIN.email));

		api.advanceMs(HOUR_MS);

		expect(await forgot(ADMIN.email)).toBe(202);
	});

	test("requested by strangers do not prevent registration, invitation or other requests", async () => {
		const [email, orgId] = [newAddress(), await createOrganization()];
		const flood = await fourTimes(() => forgot(email));

		const others = [await inviteTo(orgId, email), await register(email), await resend(email)];

		expect(flood).toEqual(MAILED);
		expect(others).toEqual([201, 202, 202]);
	});

	test("of one organization are limited to three an hour, without preventing invitations of another", async () => {
		const [email, one, another] = [newAddress(), await createOrganization(), await createOrganization()];
		const statuses = await fourTimes(() => inviteTo(one, email));

		const other = await inviteTo(another, email);

		expect(statuses.at(-1)).toBe(429);
		expect(other).toBe(201);
	});

	test("caused by registrations of strangers do not prevent the registration of invitees", async () => {
		const [email, orgId] = [newAddress(), await createOrganization()];
		await inviteTo(orgId, email);
		await api.parley.services.jobs.runDue();
		const { token: inviteToken } = linkOf(await mailbox.next(email));
		const flood = await fourTimes(() => register(email));

		const invited = await register(email, { inviteToken });

		expect([flood, invited]).toEqual([MAILED, 202]);
	});

	test("are limited in total, whatever strangers request", async () => {
		const email = newAddress();
		for (let n = 0; n < 10; n++) for (const ask of [forgot, resend, register]) await ask(email);

		await api.parley.services.jobs.runDue();

		expect(mailbox.received(email).length).toBeWithin(1, 10);
	});

	test("to many people can be requested by a class at once, but not by a flood from one network", async () => {
		const ask = () => post("/auth/forgot-password", { email: newAddress() }, { peer: "203.0.113.1" });
		const statuses: number[] = [];
		for (let n = 0; n < 61; n++) statuses.push(await ask());

		const signedIn = await post("/auth/login", ADMIN, { peer: "203.0.113.1" });
		const elsewhereAsked = await forgot(newAddress());

		expect(statuses).toEqual([...Array(60).fill(202), 429]);
		expect([signedIn, elsewhereAsked]).toEqual([200, 202]);
	});
});
