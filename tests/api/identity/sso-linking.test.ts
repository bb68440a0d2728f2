import { describe, expect, test } from "bun:test";
import type { JWTPayload } from "jose";
import { auditEntries } from "#db/schema";
import type { AppError } from "#kernel/errors";
import { verifyAddress } from "#tests/support/addresses";
import { startFakeProvider } from "#tests/support/fake-provider";
import { forThisFile } from "#tests/support/for-this-file";
import { ADMIN, PASSWORD, type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { disablePerson, preregister, sessionsOf, writePerson } from "#tests/support/people";
import { newPersonClaims, signInAs } from "#tests/support/sso";

const PUBLIC_URL = "http://localhost:3998";

const provider = await forThisFile(startFakeProvider(PUBLIC_URL));
const api = await useHarness({ env: provider.env });

const signIn = (claims: JWTPayload, on = api): Promise<TestResponse> => signInAs(on, provider, claims);

/** Creates the owner of an organization, with a confirmed address. */
async function confirmedOwner(): Promise<SignedIn> {
	const owner = await api.createOrganization();
	await verifyAddress(api, owner.userId);
	return owner;
}

describe("the identity", () => {
	test("is issuer and subject: a changed address does not change the user", async () => {
		const person = newPersonClaims();
		const before = await signIn(person);

		const after = await signIn({ ...person, email: "married@corp.example", name: "New Name" });

		expect(after.body.user).toEqual(before.body.user);
	});

	test("is not the address: another subject with a confirmed address of a linked account is linked to it too", async () => {
		const person = newPersonClaims();
		const first = await signIn(person);

		const second = await signIn({ ...person, sub: "another-subject" });

		expect(second.body.user.id).toBe(first.body.user.id);
	});
});

describe("an account with the same, confirmed address", () => {
	test("is linked if the provider has verified the address too, whatever its case", async () => {
		const owner = await confirmedOwner();

		const response = await signIn(newPersonClaims({ email: owner.email.toUpperCase() }));

		expect(response.status).toBe(200);
		expect(response.body.user).toMatchObject({ id: owner.userId, email: owner.email, role: "owner" });
	});

	test.each([
		["says it is not confirmed", false],
		["does not say", undefined],
		["says something else", "maybe"],
	])("is not opened when the provider %s", async (_, email_verified) => {
		const owner = await confirmedOwner();

		const response = await signIn(newPersonClaims({ email: owner.email, email_verified }));

		expect(response.status).toBe(403);
		expect(response.body.error.code).toBe("email_not_verified");
	});

	test("audits a rejected sign-in", async () => {
		const owner = await confirmedOwner();
		await signIn(newPersonClaims({ email: owner.email, email_verified: false }));

		const entries = await api.store.acrossTenants.db.select().from(auditEntries);

		const denied = entries.filter(({ action, outcome }) => action === "auth.login" && outcome === "denied");
		expect(denied.map(({ targets }) => targets)).toContainEqual([{ type: "user", id: owner.userId }]);
	});

	test("keeps its password", async () => {
		const owner = await confirmedOwner();
		await signIn(newPersonClaims({ email: owner.email }));

		const login = await api.request("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD } });

		expect(login.status).toBe(200);
	});

	test("is not accessible once it is disabled, linked or not", async () => {
		const owner = await confirmedOwner();
		const person = newPersonClaims({ email: owner.email });
		await signIn(person);
		await disablePerson(api.store.db, owner.userId);

		const answers = [await signIn(person), await signIn({ ...person, sub: "not-linked-yet" })];

		expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
			[403, "forbidden"],
			[403, "forbidden"],
		]);
	});
});

// The attacker registers the victim's address with a password and waits for the victim to sign in at the provider.
describe("an account with the same, unconfirmed address", () => {
	test("releases the address to its verified owner, and its creator is locked out", async () => {
		const person = newPersonClaims();
		const email = String(person.email);
		const trap = await preregister(api, email);
		const mallory = await api.request("POST", "/auth/login", { body: { email, password: PASSWORD } });

		const victim = await signIn(person);

		const again = await api.request("POST", "/auth/login", { body: { email, password: PASSWORD } });
		const old = await api.request("GET", "/auth/profile", { token: mallory.body.access_token });
		expect(victim.body.user).toMatchObject({ email, name: person.name });
		expect(victim.body.user.id).not.toBe(trap);
		expect([mallory.status, again.status, old.status]).toEqual([200, 401, 401]);
	});

	// An honest user of an installation without mail must not lose their memberships.
	test("is transferred to the owner of the address with its memberships, if it has any", async () => {
		const owner = await api.createOrganization();
		const person = newPersonClaims({ email: owner.email });

		const response = await signIn(person);

		const login = await api.request("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD } });
		expect(response.body.user).toMatchObject({ id: owner.userId, name: person.name, role: "owner" });
		expect(login.status).toBe(401);
	});

	// Otherwise anybody could block an address by entering it at the provider, or be given another person's account.
	test("stays linked to another subject, and releases the address", async () => {
		const person = newPersonClaims();
		const mallory = { ...person, sub: "mallory", email_verified: false };
		const trap = await signIn(mallory);

		const victim = await signIn(person);

		const again = await signIn(mallory);
		expect(victim.status).toBe(200);
		expect(victim.body.user.email).toBe(person.email);
		expect(victim.body.user.id).not.toBe(trap.body.user.id);
		expect(again.body.user.id).toBe(trap.body.user.id);
		expect(again.body.user.email).toEndWith("@unconfirmed.invalid");
	});

	test("is not accessible with an address the provider has not verified", async () => {
		const person = newPersonClaims({ email_verified: false });
		await preregister(api, String(person.email));

		const response = await signIn(person);

		expect(response.status).toBe(403);
		expect(response.body.error.code).toBe("email_not_verified");
	});
});

describe("a system administrator's account", () => {
	const linkAs = (claims: JWTPayload) =>
		api.parley.services.administrators.link({
			email: ADMIN.email,
			issuer: provider.issuer,
			subject: String(claims.sub),
		});

	test("is not linked by a sign-in, and the rejection is audited", async () => {
		const response = await signIn(newPersonClaims({ email: ADMIN.email }));

		const entries = await api.store.acrossTenants.db.select().from(auditEntries);
		const [admin] = entries.filter(({ action }) => action === "admin.create").map(({ targets }) => targets);
		const denied = entries.filter(({ action, outcome }) => action === "auth.login" && outcome === "denied");
		expect([response.status, response.body.error.code]).toEqual([403, "forbidden"]);
		expect(response.body.error.detail).toContain("parley admin link");
		expect(denied.map(({ targets }) => targets)).toContainEqual(admin ?? []);
	});

	test("is not linked either while its address is unconfirmed", async () => {
		const email = `admin-${crypto.randomUUID()}@corp.example`;
		const made = await api.parley.services.administrators.create({ email });
		await writePerson(api.store.db, made.userId, { emailVerifiedAtMs: null });

		const response = await signIn(newPersonClaims({ email }));

		expect([response.status, response.body.error.code]).toEqual([403, "forbidden"]);
	});

	test("is accessible with an identity linked by the operator, until it is unlinked", async () => {
		const person = newPersonClaims({ email: "elsewhere@corp.example", email_verified: false });

		const { userId } = await linkAs(person);
		const linked = await signIn(person);
		const twice = await linkAs(person).catch(codeOf);
		const link = { email: ADMIN.email, issuer: provider.issuer, subject: String(person.sub) };
		await api.parley.services.administrators.unlink(link);
		const ended = await sessionsOf(api.store.db, userId);
		const unlinked = await signIn({ ...person, email: ADMIN.email, email_verified: true });

		expect(linked.body.user).toMatchObject({ id: userId, role: "system_admin" });
		expect(twice).toBe("conflict");
		expect(ended).toEqual([]);
		expect(unlinked.status).toBe(403);
	});

	test("is the only kind the operator can link", async () => {
		const owner = await confirmedOwner();
		const identity = { issuer: provider.issuer, subject: "somebody" };

		const member = await api.parley.services.administrators.link({ ...identity, email: owner.email }).catch(codeOf);
		const nobody = await api.parley.services.administrators
			.link({ ...identity, email: "no@corp.example" })
			.catch(codeOf);

		expect([member, nobody]).toEqual(["state_conflict", "not_found"]);
	});
});

const codeOf = (error: AppError): string => error.code;

describe("a new person", () => {
	test("has a confirmed address only if the provider has verified it", async () => {
		const confirmed = await signIn(newPersonClaims());
		const unconfirmed = await signIn(newPersonClaims({ email_verified: false }));

		const profiles = await Promise.all(
			[confirmed, unconfirmed].map(({ body }) => api.request("GET", "/auth/profile", { token: body.access_token })),
		);

		expect(profiles.map(({ body }) => body.data.emailVerified)).toEqual([true, false]);
	});

	test("has the provider's locale, if it is valid", async () => {
		const german = await signIn(newPersonClaims({ locale: "de-AT" }));
		const nonsense = await signIn(newPersonClaims({ locale: "../../etc" }));

		const profiles = await Promise.all(
			[german, nonsense].map(({ body }) => api.request("GET", "/auth/profile", { token: body.access_token })),
		);

		expect(profiles.map(({ body }) => body.data.locale)).toEqual(["de-AT", null]);
	});

	test("has the address confirmed once the provider has verified it", async () => {
		const person = newPersonClaims({ email_verified: false });
		await signIn(person);

		const { body } = await signIn({ ...person, email_verified: true });

		const profile = await api.request("GET", "/auth/profile", { token: body.access_token });
		expect(profile.body.data.emailVerified).toBe(true);
	});

	test.each([
		["none", undefined],
		["one that is no address", "not an address"],
		["one with a line break", "a@corp.example\r\nbcc: b@corp.example"],
	])("needs an address: %s", async (_, email) => {
		const response = await signIn(newPersonClaims({ email }));

		expect(response.status).toBe(403);
		expect(response.body.error.code).toBe("email_not_verified");
	});

	test.each([
		["is cut to what we accept", "N".repeat(500), "N".repeat(128)],
		["loses control characters", "Ada\u0000\u0007 Lovelace", "Ada   Lovelace"],
		["is made of the address when there is none", undefined, null],
	])("has a name that %s", async (_, name, expected) => {
		const person = newPersonClaims({ name });

		const response = await signIn(person);

		expect(response.body.user.name).toBe(expected ?? person.sub);
	});
});
