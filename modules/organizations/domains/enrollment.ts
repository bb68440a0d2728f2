import type { DomainRow, UserRow } from "#db/schema";
import type { ReadDb, Store } from "#db/store";
import { AppError } from "#kernel/errors";
import { type RequestContext, ungatedContext } from "#kernel/request-context";
import type { InvitationsService, Join } from "#modules/identity/invitations";
import { findUser, listMembershipsOfUser, lockMembershipForShare, lockUserForShare } from "#modules/identity/users";
import { namesAbove } from "#modules/organizations/organizations";
import { isSwitchedOn } from "#modules/tenancy/features";
import { findOrganizationRow, lockOrganizationRow } from "#modules/tenancy/organization-records";
import { EDUCATION_ROLES, type JoinableRole, systemContext } from "#modules/tenancy/permissions";
import { settings } from "#modules/tenancy/settings";
import { type Job, type Jobs, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { domainOfAddress } from "./admission.ts";
import { memberFacts } from "./facts.ts";
import { domainsOf, verifiedAmong } from "./repository.ts";

/** Queue that enrolls a person whose address was just proved. */
const ENROLL = "domains.enroll";

export interface EnrollmentDeps extends Pick<Core, "store" | "unitOfWork" | "mailLimits"> {
	readonly jobs: Pick<Jobs, "enqueue" | "handle" | "wake">;
	readonly join: Join;
	readonly invitations: Pick<InvitationsService, "issue" | "pendingRole" | "wasInvited">;
}

export type Enrollment = ReturnType<typeof createEnrollment>;

/** Creates what gives people the memberships that the domain of their address entitles them to. */
export function createEnrollment({ store, unitOfWork, jobs, join, invitations, mailLimits }: EnrollmentDeps) {
	/** Enrolls within a change, if everything that it depends on still holds. */
	async function enrollIn(change: Change, { orgId, id }: DomainRow, userId: string): Promise<void> {
		const { tx } = change;
		const organization = await lockOrganizationRow(tx, orgId);
		const claim = await domainsOf(tx, orgId).lock(id);
		const user = await lockUserForShare(tx, userId);
		if (organization?.state !== "active" || claim?.state !== "verified" || !isEligible(user)) return;
		if ((await claimOf(store.acrossTenants.within(tx), user))?.orgId !== orgId) return;
		if ((await lockMembershipForShare(tx, orgId, userId)) || (await domainsOf(tx, orgId).hasLeft(userId))) return;
		// Somebody has decided about this person already.
		if (await invitations.pendingRole(change, orgId, user.emailKey)) return;
		const isSchool = settings.effective(organization).educationMode;
		const role = roleOf(claim, isSchool);
		if (claim.enrollmentMode === "auto_join" && isSwitchedOn(organization, "autoJoinByDomain")) {
			await join(change, { orgId, userId, role });
			change.record(orgId, memberFacts["member.auto_join"], { id: userId, object: { userId, role, domain: id } });
		}
		// Once: whoever did not accept, or was refused, is left alone.
		if (claim.enrollmentMode === "invite" && !(await invitations.wasInvited(change, orgId, user.emailKey)))
			await invitations.issue(change, { orgId, email: user.email, role });
	}

	/** Enrolls a person by the domain of their address. Whatever is refused leaves them as they are. */
	async function enroll(context: RequestContext, user: UserRow): Promise<void> {
		if (!isEligible(user)) return;
		const claim = await claimOf(store.acrossTenants.db, user);
		if (claim?.enrollmentMode !== "auto_join" && claim?.enrollmentMode !== "invite") return;
		const { orgId, enrollmentMode } = claim;
		if ((await listMembershipsOfUser(store, user.id)).some((membership) => membership.orgId === orgId)) return;
		try {
			if (enrollmentMode === "invite")
				await mailLimits.take({ purpose: "invite", emailKey: user.emailKey, orgId, ip: null });
			await unitOfWork.run(context, (change) => enrollIn(change, claim, user.id), { storeOutcome: false });
		} catch (error) {
			if (!(error instanceof AppError)) throw error;
		}
	}

	jobs.handle(ENROLL, async ({ payload }: Job) => {
		const user = await findUser(store.db, String(payload.userId));
		if (user) await enroll(systemContext(`job:${ENROLL}`), user);
	});

	return {
		/** Enrolls a person who signs in, before their session begins. */
		onSignIn: (context: RequestContext, user: UserRow): Promise<void> =>
			enroll(ungatedContext(systemContext(`job:${ENROLL}`).principal, context), user),

		/** Enrolls a person soon whose address is proved by a change. */
		async onAddressProved(change: Change, user: UserRow): Promise<void> {
			if (!(await claimOf(store.acrossTenants.within(change.tx), user))) return;
			const { id: userId } = user;
			await jobs.enqueue(change.tx, {
				queue: ENROLL,
				orgId: null,
				payload: { userId },
				uniqueKey: userId,
				maxAttempts: UNLIMITED_ATTEMPTS,
			});
			change.afterCommit(() => jobs.wake(ENROLL));
		},
	};
}

/** Whether a person with this address, verified, is made a member of an organization when they sign in. */
export async function admits(
	{ db, acrossTenants }: Pick<Store, "db" | "acrossTenants">,
	emailKey: string,
): Promise<boolean> {
	const claim = await nearestClaim(acrossTenants.db, domainOfAddress(emailKey));
	if (claim?.enrollmentMode !== "auto_join") return false;
	const organization = await findOrganizationRow(db, claim.orgId);
	return organization?.state === "active" && isSwitchedOn(organization, "autoJoinByDomain");
}

/** Whether the address of a person is theirs, and stands for nothing more: administrators belong nowhere by it. */
export const isEligible = (user: UserRow | undefined): user is UserRow =>
	user?.state === "active" && user.emailVerifiedAtMs !== null && !user.systemAdmin;

/** Returns the verified claim that the address of a person belongs to, see {@link nearestClaim}. */
export const claimOf = (acrossTenants: ReadDb, { emailKey }: UserRow): Promise<DomainRow | undefined> =>
	nearestClaim(acrossTenants, domainOfAddress(emailKey));

/**
 * Returns the verified claim that a domain belongs to: its own, or else that of the nearest domain above it, if that
 * includes its subdomains.
 * @param acrossTenants a handle without the tenant guard
 */
export async function nearestClaim(acrossTenants: ReadDb, domain: string): Promise<DomainRow | undefined> {
	const names = namesAbove(domain);
	if (names.length === 0) return undefined;
	const claims = await verifiedAmong(acrossTenants, names);
	const nearest = claims.toSorted((a, b) => b.id.length - a.id.length)[0];
	return nearest && (nearest.id === domain || nearest.includeSubdomains) ? nearest : undefined;
}

/** Returns the role that people get by a domain; that of a member where the organization has no schools' roles any more. */
export const roleOf = ({ defaultRole }: DomainRow, isSchool: boolean): JoinableRole =>
	EDUCATION_ROLES.includes(defaultRole) && !isSchool ? "member" : (defaultRole as JoinableRole); // Only such are stored.
