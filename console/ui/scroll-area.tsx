import type { ComponentProps } from "react";

/** Content that scrolls inside itself. It takes the focus, since it is scrolled by keys as well (WCAG 2.1.1). */
export const ScrollArea = (attributes: ComponentProps<"div">) => (
	// biome-ignore lint/a11y/noNoninteractiveTabindex: browsers scroll only what has the focus
	<div {...attributes} tabIndex={0} />
);
