import { clientAt } from "./client.ts";
import { FIRST_ADMIN, type OperationResult } from "./installation.ts";

/** A person with a token that every instance of the installation accepts. */
export interface Person {
	readonly token: string;
	readonly userId: string;
	readonly orgId: string;
	readonly email: string;
}

/** Sends a request to a server and returns status and parsed body. */
export async function ask(
	base: string,
	method: string,
	path: string,
	{ token, body, key }: { readonly token?: string; readonly body?: unknown; readonly key?: string } = {},
): Promise<OperationResult> {
	const response = await fetch(base + path, {
		method,
		headers: {
			...(token !== undefined && { authorization: `Bearer ${token}` }),
			...(body !== undefined && { "content-type": "application/json" }),
			...(key !== undefined && { "idempotency-key": key }),
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

/** Sends a request that must succeed, and returns what it answers. @throws Error with the answer when it does not */
export async function done(...request: Parameters<typeof ask>): Promise<OperationResult["body"]> {
	const { status, body } = await ask(...request);
	if (status >= 300) throw new Error(`${request[1]} ${request[2]} was answered ${status}: ${JSON.stringify(body)}`);
	return body?.data ?? body;
}

/** Password of everybody whom {@link foundSchool} and {@link addPerson} add. */
export const PASSWORD = "a perfectly long password";

/** Creates an organization that waits for nobody's consent, at a server whose administrator is `FIRST_ADMIN`, and signs its owner in. */
export async function foundSchool(base: string): Promise<Person> {
	const admin = (await done(base, "POST", "/auth/login", { body: FIRST_ADMIN })).access_token;
	const email = `owner-${crypto.randomUUID()}@school.example`;
	// Tests hold meetings without a connection of their host.
	const settings = { recordingConsent: "notify", whenUnattended: { action: "continue" } };
	const body = { name: "Green Valley", orgType: "education", ownerEmail: email, settings };
	const { id, ownerInvitation } = await done(base, "POST", "/orgs", { token: admin, body });
	return accept(base, ownerInvitation.token, email, id);
}

/** Adds a person to the organization of its owner, and signs them in. */
export async function addPerson(base: string, { orgId, token }: Person, role: string): Promise<Person> {
	const email = `${role}-${crypto.randomUUID()}@school.example`;
	const { invitation } = await done(base, "POST", `/orgs/${orgId}/members`, { token, body: { email, role } });
	return accept(base, invitation.token, email, orgId);
}

async function accept(base: string, invitation: string, email: string, orgId: string): Promise<Person> {
	await clientAt(base).post(`/auth/invitations/${invitation}/accept`, { name: "A Person", password: PASSWORD });
	const { access_token, user } = await done(base, "POST", "/auth/login", {
		body: { email, password: PASSWORD, orgId },
	});
	return { token: access_token, userId: user.id, orgId, email };
}
