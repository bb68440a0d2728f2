import type { NotificationKind, NotificationPreferencesRow } from "#db/schema";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { mergePatch } from "#kernel/merge-patch";
import type { RequestContext } from "#kernel/request-context";
import type { Vault } from "#kernel/secrets";
import { lockOrganizationRow, lockWritableOrganization } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { unsubscribeInvalid } from "./errors.ts";
import type { Unsubscription } from "./mail-sender.ts";
import { personOf } from "./person.ts";
import { findPreferences, savePreferences } from "./repository/preferences.ts";
import { listMembers } from "./repository/recipients.ts";
import { type NotificationPreferences, type NotificationPreferencesPatch, preferencesFields } from "./schemas.ts";
import { channelsOf, NOTIFICATION_KINDS, type StoredPreferences } from "./values.ts";

/** Where addresses that turn mails off are valid. */
const AAD = "notification-unsubscribe";

export type PreferencesService = ReturnType<typeof createPreferencesService>;

/** Creates the service by which people say where they want to hear of what. */
export function createPreferencesService({ store, unitOfWork, vault, publicUrl }: Core) {
	/** Stores a patch of somebody's preferences, and returns what holds then. */
	async function patch(
		{ tx, nowMs }: Change,
		person: { readonly orgId: string; readonly userId: string },
		row: NotificationPreferencesRow | undefined,
		changes: NotificationPreferencesPatch,
	): Promise<Versioned<NotificationPreferences>> {
		const { orgId, userId } = person;
		const stored = row?.preferences ?? {};
		const { kinds: preferences = {} } = mergePatch({ kinds: stored }, changes) as {
			readonly kinds?: StoredPreferences;
		};
		if (JSON.stringify(preferences) === JSON.stringify(stored)) return toVersioned(row);
		// The version as well: it grows with each change.
		const updatedAtMs = Math.max(nowMs, (row?.updatedAtMs ?? 0) + 1);
		await savePreferences(tx, { orgId, userId, preferences, updatedAtMs });
		return toVersioned({ orgId, userId, preferences, updatedAtMs });
	}

	return {
		/** Returns the preferences of the caller in the organization of their token. @throws `forbidden` `invalid_fields` */
		async get({ principal }: RequestContext, fields: string | undefined) {
			const show = preferencesFields.parse(fields);
			const { data, version } = toVersioned(await findPreferences(store.db, personOf(principal)));
			return { data: show(data), version, variant: fields };
		},

		/** Changes the preferences of the caller. @throws `forbidden` `precondition_failed` `purged` `state_conflict` */
		async patch(context: RequestContext, changes: NotificationPreferencesPatch) {
			return unitOfWork.run(
				context,
				async (change) => {
					const person = personOf(change.principal);
					await lockWritableOrganization(change.tx, person.orgId);
					const row = await findPreferences(change.tx, person);
					assertIfMatch(context.ifMatch, row?.updatedAtMs ?? 0);
					return patch(change, person, row, changes);
				},
				// Who has the defaults has no row that could be locked.
				{ storeOutcome: "plain", locksOrganization: true },
			);
		},

		/** Returns the address at which somebody turns mails of a kind off, without signing in. */
		unsubscribeUrlOf: (who: Unsubscription): string =>
			`${publicUrl.href}/notifications/unsubscribe/${vault.seal(JSON.stringify(who), AAD)}`,

		/** Turns mails of a kind off for whom an address names, and returns the kind. @throws `not_found` for an address that is not ours */
		async unsubscribe({ idempotency }: Pick<RequestContext, "idempotency">, token: string): Promise<NotificationKind> {
			const { kind, ...person } = open(vault, token);
			await unitOfWork.run({ ...systemContext("job:notifications"), idempotency }, async (change) => {
				await lockOrganizationRow(change.tx, person.orgId);
				const [member] = await listMembers(change.tx, person.orgId, [person.userId]);
				if (!member) return;
				const row = await findPreferences(change.tx, person);
				await patch(change, person, row, { kinds: { [kind]: { mail: false } } });
			});
			return kind;
		},
	};
}

function toVersioned(row: NotificationPreferencesRow | undefined): Versioned<NotificationPreferences> {
	const each = NOTIFICATION_KINDS.map((kind) => [kind, channelsOf(row?.preferences, kind)]);
	return {
		data: { kinds: Object.fromEntries(each) as NotificationPreferences["kinds"] },
		version: row?.updatedAtMs ?? 0,
	};
}

function open(vault: Vault, token: string): Unsubscription {
	try {
		return JSON.parse(vault.open(token, AAD));
	} catch (cause) {
		throw unsubscribeInvalid(cause);
	}
}
