import type { Contribution, Core } from "#platform/module";
import type { PageSettings } from "./parts.ts";
import { pagesRoutes } from "./routes.ts";

/** Creates the module of the pages that people open: where the links of mails and invitations lead. */
export function createPagesModule(
	{ publicUrl, mailer }: Core,
	options: Pick<PageSettings, "passwordMinLength" | "signup" | "hasProvider">,
): Contribution {
	return { routes: pagesRoutes({ ...options, prefix: publicUrl.prefix, sendsMail: mailer !== null }) };
}
