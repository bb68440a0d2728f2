import type { OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { pageRequest } from "#kernel/list";
import { isSignedInAs, type Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { searchedWords } from "#kernel/search-words";
import { emailKey, parseEmail } from "#kernel/text";
import type { AssertMayInvite, InvitationsService, NewMember } from "#modules/identity/invitations";
import { assertAddressAllowed } from "#modules/organizations/domains";
import { assertWithin } from "#modules/tenancy/entitlements";
import { assertOrganizationExists, lockWritableOrganization } from "#modules/tenancy/organization-records";
import { assertMayGrantRole, EDUCATION_ROLES, type Role } from "#modules/tenancy/permissions";
import { settings } from "#modules/tenancy/settings";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { createDeparture, type DepartureDeps } from "./departure.ts";
import { alreadyMember, lastOwner, memberNotFound, noSuchRole, unknownPerson } from "./errors.ts";
import { facts } from "./facts.ts";
import { joinOrganization } from "./join.ts";
import { findAccount, type MemberRow, memberList, membersOf, readMembersOf, type SignInState } from "./repository.ts";
import {
	type AddMemberRequest,
	assertOnePerson,
	type ChangeMemberRequest,
	type InvitedMember,
	type ListMembersQuery,
	type Member,
	memberFields,
} from "./schemas.ts";
import { toChangedMember, toMember } from "./view.ts";

export interface MembersDeps extends Pick<Core, "unitOfWork" | "cursors" | "mailLimits">, DepartureDeps {
	readonly invitations: InvitationsService;
}

export type MembersService = ReturnType<typeof createMembersService>;

/**
 * Creates the service that manages the members of organizations and their roles. An organization that has an owner keeps
 * at least one.
 */
export function createMembersService({ store, unitOfWork, cursors, invitations, mailLimits, ...deps }: MembersDeps) {
	const departure = createDeparture({ store, ...deps });

	/** Locks the organization, so that changes of its owners cannot run concurrently, and reads the member. */
	async function lockMember(change: Change, orgId: string, userId: string) {
		const organization = await lockWritableOrganization(change.tx, orgId);
		const members = membersOf(change.tx, orgId);
		const row = await members.find(userId);
		if (!row) throw memberNotFound();
		return { organization, members, row };
	}

	async function addMember(change: Change, member: NewMember): Promise<Versioned<Member>> {
		await joinOrganization(change, member);
		return toVersioned(change.tx, await membersOf(change.tx, member.orgId).find(member.userId));
	}

	/** Ends a membership. @throws see {@link MembersService.remove} */
	async function end(change: Change, orgId: string, userId: string, ifMatch: string | null): Promise<void> {
		const { members, row } = await lockMember(change, orgId, userId);
		if (!isSignedInAs(change.principal, userId)) assertMayGrantRole(change.principal, row.role);
		if (row.role === "owner" && (await members.countOwners()) === 1) throw lastOwner();
		assertIfMatch(ifMatch, row.version);
		await departure.end(change, row);
	}

	return {
		endAll: departure.endAll,

		/**
		 * Ends the membership of a person who is to be erased, within a change that has locked the organization for itself.
		 * @throws `forbidden` `insufficient_scope` `not_found` `last_owner`
		 */
		end: (change: Change, orgId: string, userId: string): Promise<void> => end(change, orgId, userId, null),

		/**
		 * Returns a page of members in the order in which they joined.
		 * @throws `not_found` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, orgId: string, query: ListMembersQuery) {
			const filters = { role: query.role ?? null, words: query.q === undefined ? null : searchedWords(query.q) };
			const request = pageRequest(cursors, query, memberFields, { list: "members", orgId, filters });
			await assertOrganizationExists(store.db, principal, orgId);
			const rows = await readMembersOf(store.db, orgId).list(filters, request);
			const shown = maySeeSignIns(principal) ? rows.slice(0, request.take - 1) : [];
			const states = await readMembersOf(store.db, orgId).signInStates(shown.map(({ userId }) => userId));
			return request.page(rows, memberList.orders.joinedAt, (row) => toMember(row, states.get(row.userId)));
		},

		/** Returns a member. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, orgId: string, userId: string, fields: string | undefined) {
			const select = memberFields.parse(fields);
			await assertOrganizationExists(store.db, principal, orgId);
			const row = await readMembersOf(store.db, orgId).find(userId);
			if (!row) throw memberNotFound();
			const state = maySeeSignIns(principal) ? await signInStateOf(store.db, row) : undefined;
			const member = toMember(row, state);
			// Address and name change with the user's account, the rest with what they sign in with.
			const variant = `${row.userVersion} ${member.lastSeenAt ?? ""} ${member.mfa ?? ""} ${fields ?? ""}`;
			return { data: select(member), version: row.version, variant };
		},

		/**
		 * Invites an address, whether or not it has an account: nobody is added without their consent, and the result does not
		 * reveal who has an account. A system administrator adds an existing account directly.
		 * @throws `validation_failed` `forbidden` `insufficient_scope` `email_domain_not_allowed` `not_found` `purged` `state_conflict` `conflict`
		 */
		async add(
			context: RequestContext,
			orgId: string,
			request: AddMemberRequest,
		): Promise<Versioned<Member> | InvitedMember> {
			const { role } = request;
			const person = parsePerson(request);
			if ("email" in person) {
				const asked = { purpose: "invite", orgId, ip: null, chosenBy: context.principal.id } as const;
				await mailLimits.take({ ...asked, emailKey: person.emailKey });
			}
			return unitOfWork.run(context, async (change) => {
				const organization = await lockWritableOrganization(change.tx, orgId);
				assertMayGrantRole(change.principal, role);
				assertRoleExists(organization, role);
				if ("email" in person) {
					const candidate = { emailKey: person.emailKey, role };
					await assertAddressAllowed(change.tx, change.principal, organization, candidate);
				}
				if (await membersOf(change.tx, orgId).includes(person))
					throw alreadyMember("userId" in person ? "userId" : "email");
				const account = change.principal.system ? await findAccount(change.tx, person) : undefined;
				if (account) return addMember(change, { orgId, userId: account.id, role });
				if ("userId" in person) throw unknownPerson();
				await assertWithin(change, organization, "seats", 1);
				return { invitation: await invitations.issue(change, { orgId, email: person.email, role }) };
			});
		},

		/**
		 * Changes the role of a member.
		 * @throws `forbidden` `insufficient_scope` `validation_failed` `not_found` `purged` `state_conflict` `last_owner` `precondition_failed`
		 */
		async changeRole(
			context: RequestContext,
			orgId: string,
			userId: string,
			{ role }: ChangeMemberRequest,
		): Promise<Versioned<Member>> {
			return unitOfWork.run(context, async (change) => {
				const { organization, members, row } = await lockMember(change, orgId, userId);
				assertMayGrantRole(change.principal, role);
				assertMayGrantRole(change.principal, row.role);
				if (role !== row.role) assertRoleExists(organization, role);
				if (row.role === "owner" && role !== "owner" && (await members.countOwners()) === 1) throw lastOwner();
				assertIfMatch(context.ifMatch, row.version);
				if (role === row.role) return toVersioned(change.tx, row);
				const next: MemberRow = { ...row, role, version: row.version + 1, updatedAtMs: change.nowMs };
				await members.update(userId, { role, version: next.version, updatedAtMs: next.updatedAtMs });
				change.invalidate(userId);
				change.record(orgId, facts["member.change_role"], {
					id: userId,
					object: toChangedMember(next),
					changes: [{ path: "/role", from: row.role, to: role }],
				});
				await departure.revokeRights(change, row, role);
				return toVersioned(change.tx, next);
			});
		},

		/**
		 * Ends a membership, including the caller's own: everybody can leave. The member's sessions in the organization lose
		 * access with their next request.
		 * @throws `forbidden` `insufficient_scope` `not_found` `purged` `state_conflict` `last_owner` `precondition_failed`
		 */
		async remove(context: RequestContext, orgId: string, userId: string): Promise<void> {
			await unitOfWork.run(context, (change) => end(change, orgId, userId, context.ifMatch));
		},
	};
}

/** Whether a caller may see when members were last seen, and whether they have a second factor. */
const maySeeSignIns = ({ scopes }: Principal): boolean => scopes.has("member:write");

const signInStateOf = async (db: ReadDb, { orgId, userId }: MemberRow): Promise<SignInState | undefined> =>
	(await readMembersOf(db, orgId).signInStates([userId])).get(userId);

/** Returns a member as callers see them who change members. */
async function toVersioned(tx: ReadDb, row: MemberRow | undefined): Promise<Versioned<Member>> {
	if (!row) throw memberNotFound();
	return { data: toMember(row, await signInStateOf(tx, row)), version: row.version };
}

/**
 * Asserts that the caller can invite an address with this role. Locks the organization.
 * @throws `forbidden` `insufficient_scope` `email_domain_not_allowed` `validation_failed` `not_found` `purged` `state_conflict`,
 * `conflict` for the address of a member
 */
export const assertMayInvite: AssertMayInvite = async (change, invitation) => {
	if (await assertMayAdmit(change, invitation)) throw alreadyMember("email");
};

/**
 * Asserts that the caller can offer the membership of the organization to an address, together with something else that
 * is in it. A member needs neither another seat nor an allowed domain: returns whether the address is that of one. Locks
 * the organization.
 * @param invitation `pointer`: the member of the request that has the role, `/role` by default
 * @throws `forbidden` `insufficient_scope` `email_domain_not_allowed` `validation_failed` `quota_exceeded` `not_found` `purged` `state_conflict`
 */
export async function assertMayAdmit(
	change: Change,
	{ orgId, emailKey: address, role, pointer }: Parameters<AssertMayInvite>[1] & { readonly pointer?: string },
): Promise<boolean> {
	const { tx, principal } = change;
	const organization = await lockWritableOrganization(tx, orgId);
	assertMayGrantRole(principal, role);
	assertRoleExists(organization, role, pointer);
	if (await membersOf(tx, orgId).includes({ emailKey: address })) return true;
	await assertAddressAllowed(tx, principal, organization, { emailKey: address, role });
	await assertWithin(change, organization, "seats", 1);
	return false;
}

function assertRoleExists(organization: OrganizationRow, role: Role, pointer?: string): void {
	if (EDUCATION_ROLES.includes(role) && !settings.effective(organization).educationMode)
		throw noSuchRole(role, pointer);
}

/** A person to add, in the form used to find them. */
type Person = { readonly userId: string } | { readonly email: string; readonly emailKey: string };

function parsePerson(request: AddMemberRequest): Person {
	assertOnePerson(request);
	const { email, userId } = request;
	if (userId !== undefined) return { userId };
	const parsed = parseEmail(email ?? "", "/email");
	return { email: parsed, emailKey: emailKey(parsed) };
}
