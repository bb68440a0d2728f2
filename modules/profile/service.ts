import type { Store } from "#db/store";
import type { Versioned } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import { withImplied } from "#kernel/scopes";
import type { MfaService } from "#modules/mfa";
import { listMembershipsOfUser, usersRepository } from "#modules/users";
import { type Profile, profileFields } from "./schemas.ts";

/** Dependencies of {@link createProfileService}. */
export interface ProfileDeps {
	readonly store: Store;
	readonly mfa: Pick<MfaService, "stateOf">;
}

/** What a profile shows rests on much beside the account, such as memberships and second factors: all of it is the variant. */
const toVersioned = <T>(data: T, version: number): Versioned<T> => ({ data, version, variant: JSON.stringify(data) });

/** See {@link createProfileService}. */
export type ProfileService = ReturnType<typeof createProfileService>;

/** Who is signed in. */
export function createProfileService({ store, mfa }: ProfileDeps) {
	/** The caller, with the organizations they belong to; version 0 of one who has no account. */
	async function ownProfile({ principal }: RequestContext): Promise<Versioned<Profile>> {
		const user = await usersRepository.find(store.db, principal.id);
		const profile = {
			id: principal.id,
			email: user?.email ?? null,
			emailVerified: user?.emailVerifiedAtMs != null,
			name: user?.name ?? principal.id,
			systemAdmin: principal.system,
			activeOrgId: principal.orgId,
			role: principal.role,
			scopes: [...withImplied(principal.scopes)].sort(),
			locale: user?.locale ?? null,
			timezone: user?.timezone ?? null,
			avatarUrl: user?.avatarUrl ?? null,
			memberships: await listMembershipsOfUser(store, principal.id),
			mfa: await mfa.stateOf(principal.id),
		};
		return toVersioned(profile, user?.version ?? 0);
	}

	return {
		ownProfile,

		/** The caller: everything, or what `fields` names. @throws `invalid_fields` */
		async get(context: RequestContext, fields: string | undefined) {
			const show = profileFields.parse(fields);
			const { data, version } = await ownProfile(context);
			return toVersioned(show(data), version);
		},
	};
}
