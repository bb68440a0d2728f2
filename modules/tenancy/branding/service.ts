import type { BrandingRow } from "#db/schema";
import { differencesBetween } from "#kernel/differences";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { FieldErrors } from "#kernel/field-errors";
import type { RequestContext } from "#kernel/request-context";
import { secretAddress } from "#kernel/secret-address";
import { sha256Hex } from "#kernel/secrets";
import { parseEmail } from "#kernel/text";
import {
	assertOrganizationExists,
	findWritableOrganization,
	lockWritableOrganization,
} from "#modules/tenancy/organization-records";
import { artifactsOf } from "#platform/artifacts";
import type { OpenBlob, StoredObject } from "#platform/blobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { noLogo, unknownLogo } from "./errors.ts";
import { facts } from "./facts.ts";
import type { DrawLogo, DrawnLogo } from "./logo.ts";
import { parseBrandName } from "./names.ts";
import { brandingIdOf, brandingOf, findBranding } from "./repository.ts";
import { type Branding, brandingFields, type UpdateBrandingRequest } from "./schemas.ts";
import { hasLogo, toBranding, WITHOUT_LOGO } from "./view.ts";

const tokens = secretAddress("org");

type Values = Partial<Omit<BrandingRow, "orgId" | "id" | "version" | "createdAtMs" | "updatedAtMs">>;

export interface BrandingDeps extends Pick<Core, "store" | "unitOfWork" | "blobs" | "publicUrl"> {
	readonly drawLogo: DrawLogo;
}

export type BrandingService = ReturnType<typeof createBrandingService>;

/** Creates the service of how organizations look. The branding of one is stored once it differs from that of Parley. */
export function createBrandingService({ store, unitOfWork, blobs, publicUrl, drawLogo }: BrandingDeps) {
	const initialOf = (orgId: string, nowMs: number): BrandingRow => ({
		orgId,
		id: brandingIdOf(orgId),
		displayName: null,
		color: null,
		senderName: null,
		replyTo: null,
		...WITHOUT_LOGO,
		version: 1,
		createdAtMs: nowMs,
		updatedAtMs: nowMs,
	});
	const shown = (row: BrandingRow) => ({ data: toBranding(row, publicUrl.href), version: row.version });

	/** Changes the branding of an organization. @param valuesFor returns what changes of it, as stored */
	async function modify(
		change: Change,
		context: RequestContext,
		orgId: string,
		valuesFor: (row: BrandingRow) => Values | Promise<Values>,
	): Promise<Versioned<Branding>> {
		await lockWritableOrganization(change.tx, orgId);
		const statements = brandingOf(change.tx, orgId);
		const stored = await statements.lock(brandingIdOf(orgId));
		const row = stored ?? initialOf(orgId, change.nowMs);
		assertIfMatch(context.ifMatch, row.version);
		const next = { ...row, ...(await valuesFor(row)), version: row.version + 1, updatedAtMs: change.nowMs };
		const [before, after] = [shown(row), shown(next)];
		const changes = differencesBetween(before.data, after.data);
		if (changes.length === 0) return before;
		const { orgId: _, id, ...values } = next;
		await (stored === undefined ? statements.insert({ id, ...values }) : statements.update(id, values));
		if (row.logoBlobId !== null && row.logoBlobId !== next.logoBlobId)
			await artifactsOf(change.tx, orgId).removeFile(row.logoBlobId, change.nowMs);
		change.record(orgId, facts["branding.update"], { id, object: after.data, changes });
		return after;
	}

	/** Stores a logo in place of the one there was; the same picture keeps its address. */
	const replaceLogo = (context: RequestContext, orgId: string, drawn: DrawnLogo, object: StoredObject) =>
		unitOfWork.run(context, (change) =>
			modify(change, context, orgId, async (row) => {
				const logoBlobId = await artifactsOf(change.tx, orgId).keepFile(object, change.nowMs);
				if (logoBlobId === row.logoBlobId) return {};
				return {
					logoBlobId,
					logoToken: tokens.issue(orgId).secret,
					logoWidth: drawn.width,
					logoHeight: drawn.height,
					logoSizeBytes: object.sizeBytes,
				};
			}),
		);

	return {
		parse,

		/** Returns how an organization looks. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, orgId: string, fields: string | undefined) {
			const select = brandingFields.parse(fields);
			await assertOrganizationExists(store.db, principal, orgId);
			const { data, version } = shown((await findBranding(store.db, orgId)) ?? initialOf(orgId, 0));
			return { data: select(data), version, variant: fields };
		},

		/** Changes how an organization looks. @throws `validation_failed` `not_found` `purged` `state_conflict` `precondition_failed` */
		async update(context: RequestContext, orgId: string, request: UpdateBrandingRequest): Promise<Versioned<Branding>> {
			const { mail, ...values } = parse(request);
			return unitOfWork.run(context, (change) => modify(change, context, orgId, () => ({ ...values, ...mail })));
		},

		/**
		 * Makes a file the logo of an organization.
		 * @throws `unsupported_media_type` `media_unreadable` `validation_failed` `storage_full` `unavailable` `not_found` `purged`
		 * `state_conflict` `precondition_failed`
		 */
		async setLogo(context: RequestContext, orgId: string, file: Uint8Array): Promise<Versioned<Branding>> {
			await findWritableOrganization(store.db, orgId);
			const drawn = await drawLogo(orgId, file, context.signal ?? new AbortController().signal);
			const owned = blobs.forOwner({ orgId, ownerType: "branding", ownerId: orgId, meetingId: null });
			const object = await owned.store(piecesOf(drawn.png));
			try {
				return await replaceLogo(context, orgId, drawn, object);
			} catch (error) {
				await owned.discard(object);
				throw error;
			}
		},

		/** Removes the logo of an organization. @throws `not_found` `purged` `state_conflict` `precondition_failed` */
		async removeLogo(context: RequestContext, orgId: string): Promise<void> {
			await unitOfWork.run(context, (change) =>
				modify(change, context, orgId, (row) => {
					if (!hasLogo(row)) throw noLogo();
					return WITHOUT_LOGO;
				}),
			);
		},

		/** Opens the logo with this address. @throws `not_found`, the same for what never was one; `gone` */
		async openLogo(token: string): Promise<OpenBlob> {
			const named = tokens.read(token);
			const row = named && (await findBranding(store.db, named.ids[0]));
			if (!row || !hasLogo(row) || sha256Hex(row.logoToken) !== named.secretHash) throw unknownLogo();
			return blobs.open(row.orgId, row.logoBlobId);
		},
	};
}

/** Validates a merge patch, and returns it with values as they are stored. @throws `validation_failed` */
function parse({ displayName, color, mail }: UpdateBrandingRequest): UpdateBrandingRequest {
	const errors = new FieldErrors();
	const name = (value: string | null, path: string) =>
		value === null ? null : errors.check(() => parseBrandName(value, path));
	const { senderName, replyTo } = mail ?? {};
	const parsed = {
		...(displayName !== undefined && { displayName: name(displayName, "/displayName") }),
		...(color !== undefined && { color: color?.toLowerCase() ?? null }),
		mail: {
			...(senderName !== undefined && { senderName: name(senderName, "/mail/senderName") }),
			...(replyTo !== undefined && {
				replyTo: replyTo === null ? null : errors.check(() => parseEmail(replyTo, "/mail/replyTo")),
			}),
		},
	};
	errors.throwIfAny();
	return parsed;
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}
