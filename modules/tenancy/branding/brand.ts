import type { ReadDb } from "#db/store";
import type { MailBrand } from "#platform/mail";
import { findBranding, findOrganizationName } from "./repository.ts";
import type { PublicBranding } from "./schemas.ts";
import { toPublicBranding } from "./view.ts";

/** What people without an account see of an organization. */
interface Brand {
	/** What it calls itself. */
	readonly name: string;
	readonly branding: PublicBranding;
}

/** Returns what people without an account see of an organization. @param publicUrl `PUBLIC_URL` without a final slash */
export async function findBrand(
	db: ReadDb,
	organization: { readonly id: string; readonly name: string },
	publicUrl: string,
): Promise<Brand> {
	const row = await findBranding(db, organization.id);
	return {
		name: row?.displayName ?? organization.name,
		branding: row === undefined ? { accent: null, logo: null } : toPublicBranding(row, publicUrl),
	};
}

/** Returns how an organization looks in mails; null: like Parley. @param publicUrl `PUBLIC_URL` without a final slash */
export async function findMailBrand(db: ReadDb, orgId: string, publicUrl: string): Promise<MailBrand | null> {
	const row = await findBranding(db, orgId);
	if (row === undefined) return null;
	const { accent, logo } = toPublicBranding(row, publicUrl);
	return {
		name: row.displayName ?? (await findOrganizationName(db, orgId)) ?? "",
		senderName: row.senderName,
		replyTo: row.replyTo,
		color: accent?.light ?? null,
		logo,
	};
}
