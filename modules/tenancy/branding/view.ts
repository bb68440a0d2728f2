import type { BrandingRow } from "#db/schema";
import type { Branding, PublicBranding } from "./schemas.ts";
import { shadesOf } from "./shades.ts";

/** Path below `PUBLIC_URL` of logos. */
export const LOGOS = "/logos";

/** The logo of an organization as stored. */
export interface StoredLogo {
	readonly logoBlobId: string;
	readonly logoToken: string;
	readonly logoWidth: number;
	readonly logoHeight: number;
	readonly logoSizeBytes: number;
}

/** The columns of an organization without a logo. */
export const WITHOUT_LOGO = {
	logoBlobId: null,
	logoToken: null,
	logoWidth: null,
	logoHeight: null,
	logoSizeBytes: null,
} as const;

/** Whether an organization has a logo: its columns are set together. */
export const hasLogo = (row: BrandingRow): row is BrandingRow & StoredLogo => row.logoBlobId !== null;

/** Converts what people without an account see. @param publicUrl `PUBLIC_URL` without a final slash */
export const toPublicBranding = (row: BrandingRow, publicUrl: string): PublicBranding => ({
	accent: row.color === null ? null : { ...shadesOf(row.color) },
	logo: hasLogo(row)
		? {
				url: `${publicUrl}${LOGOS}/${row.logoToken}`,
				width: row.logoWidth,
				height: row.logoHeight,
				sizeBytes: row.logoSizeBytes,
			}
		: null,
});

/** Converts branding to its representation. @param publicUrl `PUBLIC_URL` without a final slash */
export const toBranding = (row: BrandingRow, publicUrl: string): Branding => ({
	displayName: row.displayName,
	color: row.color,
	...toPublicBranding(row, publicUrl),
	mail: { senderName: row.senderName, replyTo: row.replyTo },
});
