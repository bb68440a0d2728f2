import { beforeEach, expect, test } from "bun:test";
import { newAddress } from "#tests/support/addresses";
import type { Caller } from "#tests/support/client";
import { type Harness, openHarness, PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { linkOf, openMailbox } from "#tests/support/mailbox";
import { type OvertakableHarness, openOvertakable } from "#tests/support/overtakable";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness();

let late: OvertakableHarness;
let owner: SignedIn;
let path: string;
beforeEach(async () => {
	late = await openOvertakable(api);
	owner = await api.createOrganization();
	path = `/orgs/${owner.orgId}`;
});

const signOut = (by: Caller) => by.post("/auth/logout", {});

inProcessDescribe("an API key whose allowed addresses are restricted meanwhile", () => {
	const rename = (token: string) => late.request("PUT", path, { token, body: { name: "Renamed" } });

	test.each([
		["elsewhere", "203.0.113.0/24", 401],
		["here", "127.0.0.0/8", 200],
	])("is looked at again: used %s", async (_where, allowed, status) => {
		const body = { name: "Sync", scopes: ["org:write"] };
		const { id, key } = (await api.request("POST", `${path}/api-keys`, { token: owner.token, body })).body.data;
		const narrow = { token: owner.token, body: { allowedIps: [allowed] } };
		late.overtakeWith(() => api.request("PATCH", `${path}/api-keys/${id}`, narrow));

		const response = await rename(key);

		expect([response.status, late.overtaken()]).toEqual([status, 1]);
	});
});

inProcessDescribe("an open operation whose access token is revoked meanwhile", () => {
	/** Ends the owner's session during the next request. */
	const endSession = () => late.overtakeWith(() => signOut(owner));

	test("still lets a new person accept an invitation", async () => {
		const host = await api.createOrganization();
		const invited = { token: host.token, body: { email: newAddress(), role: "member" } };
		const { token } = (await api.request("POST", `/orgs/${host.orgId}/invitations`, invited)).body.data;
		endSession();

		const body = { password: PASSWORD };
		const response = await late.request("POST", `/auth/invitations/${token}/accept`, { token: owner.token, body });

		expect([response.status, late.overtaken()]).toEqual([200, 1]);
	});

	test("accepts no invitation for the person whose session ended", async () => {
		const host = await api.createOrganization();
		const invited = { token: host.token, body: { email: owner.email, role: "member" } };
		const { token } = (await api.request("POST", `/orgs/${host.orgId}/invitations`, invited)).body.data;
		endSession();

		const response = await late.request("POST", `/auth/invitations/${token}/accept`, { token: owner.token, body: {} });

		expect(codeOf(response)).toEqual([401, "unauthenticated"]);
	});

	test("starts no reset for an administrator whose session ended", async () => {
		const { userId } = await api.addMember(owner, "member");
		endSession();

		const response = await late.request("POST", "/auth/request-reset-password", {
			token: owner.token,
			body: { userId },
		});

		expect(codeOf(response)).toEqual([401, "unauthenticated"]);
	});

	test("signs out successfully", async () => {
		endSession();

		const response = await late.request("POST", "/auth/logout", { token: owner.token, body: {} });

		expect([response.status, late.overtaken()]).toEqual([204, 1]);
	});

	test("ends no other sessions on sign-out", async () => {
		const other = await api.request("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD } });
		endSession();

		await late.request("POST", "/auth/logout", { token: owner.token, body: { allDevices: true } });

		const profile = await api.request("GET", "/auth/profile", { token: other.body.access_token });
		expect(profile.status).toBe(200);
	});

	test("confirms no new address by an ended session", async () => {
		const mailbox = await openMailbox();
		const env = { SMTP_URL: mailbox.url, MAIL_FROM: "Parley <p@school.example>" };
		const mailed = await openHarness({ env });
		const [email, wanted] = [newAddress(), newAddress()];
		const verify = (on: Harness, token: string, as?: string) =>
			on.request("POST", "/auth/verify-email", { token: as, body: { token } });
		const nextLink = async (to: string) => {
			await mailed.parley.services.jobs.runDue();
			return linkOf(await mailbox.next(to)).token;
		};
		await mailed.request("POST", "/auth/register", { body: { email, password: PASSWORD, name: "Ada" } });
		await verify(mailed, await nextLink(email));
		const login = () => mailed.request("POST", "/auth/login", { body: { email, password: PASSWORD } });
		const [first, second] = [(await login()).body.access_token, (await login()).body.access_token];
		await mailed.request("PATCH", "/auth/update-profile", { token: first, body: { email: wanted } });
		const link = await nextLink(wanted);
		const overtaken = await openOvertakable(mailed);
		overtaken.overtakeWith(() => mailed.request("POST", "/auth/logout", { token: first, body: {} }));

		const [refused, done] = [await verify(overtaken, link, first), await verify(mailed, link, second)];

		expect([codeOf(refused), done.status]).toEqual([[401, "unauthenticated"], 200]);
		await mailed.close();
		await mailbox.close();
	});
});

test("Two identical concurrent sign-outs get the same response without a deadlock.", async () => {
	const answers = await Promise.all([signOut(owner), signOut(owner), signOut(owner)]);

	expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
});
