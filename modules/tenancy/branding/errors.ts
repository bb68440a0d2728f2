import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";

/** Returns the error for a file that is no picture of an accepted format. */
export const notALogo = () =>
	new AppError(
		"unsupported_media_type",
		"The logo must be a PNG, JPEG or WebP file. SVG and animations are not accepted.",
	);

/** Returns the error for a picture that is damaged or cut off. */
export const damagedLogo = () => new AppError("media_unreadable", "The picture is damaged or incomplete.");

/** Returns the error for a picture with too many pixels. */
export const tooManyPixels = (maxPixels: number) =>
	invalidMember("", "too_large", text("must have at most {maxPixels} pixels, width times height", { maxPixels }));

/** Returns the error for an organization without a logo. */
export const noLogo = () => new AppError("not_found", "The organization has no logo.");

/** Returns the error for an address that is no logo's, or no longer. */
export const unknownLogo = () => new AppError("not_found", "There is no logo at this address.");
