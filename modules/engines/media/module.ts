import type { Contribution } from "#platform/module";
import type { Media, MediaTools } from "./ports.ts";
import { createMedia } from "./service.ts";

/** Creates the module that reads recordings. It has no operations of its own. */
export const createMediaModule = (tools: MediaTools): Contribution & { readonly media: Media } => ({
	media: createMedia(tools),
});
