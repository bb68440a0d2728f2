import { ADMIN } from "./program.ts";

/** Credentials of the owner of the organization made by {@link createOrganization}. */
const OWNER = { email: "owner@school.example", name: "An Owner", password: "a perfectly long password" };

const SCHOOL = {
	name: "Green Valley High School",
	orgType: "education",
	ownerEmail: OWNER.email,
	settings: { timezone: "America/New_York", complianceMode: "ferpa", aiSummaries: "enhanced" },
};

/**
 * Creates an organization with an owner through the API of a new installation, whose administrator is `ADMIN`. Returns
 * what a benchmark needs: the URL of the organization, a token of the owner (`token`) and of the system administrator
 * (`systemToken`), the owner's credentials.
 */
export async function createOrganization(base: string) {
	const systemToken = await signIn(base, ADMIN);
	const created = await post(base, "/orgs", SCHOOL, systemToken);
	const organization = created.data as { readonly id: string; readonly ownerInvitation: { readonly token: string } };
	const { email, name, password } = OWNER;
	await post(base, `/auth/invitations/${organization.ownerInvitation.token}/accept`, { name, password });
	return {
		base,
		url: `${base}/orgs/${organization.id}`,
		orgId: organization.id,
		token: await signIn(base, OWNER),
		systemToken,
		email,
		password,
	};
}

const signIn = async (base: string, { email, password }: { readonly email: string; readonly password: string }) =>
	String((await post(base, "/auth/login", { email, password })).access_token);

async function post(base: string, path: string, body: unknown, token?: string): Promise<Record<string, unknown>> {
	const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
	const response = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) });
	const answer = (await response.json()) as Record<string, unknown>;
	if (!response.ok) throw new Error(`POST ${path}: ${JSON.stringify(answer)}`);
	return answer;
}
