import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import type { components } from "#client";
import { Logo, useAccent } from "../../app/brand.tsx";
import { NamedMark } from "../../app/mark.tsx";

/** The secret of a link in a mail: it is behind the `#`, which no server, proxy or log sees. Empty without one. */
export const useLinkToken = (): string => useRouterState({ select: ({ location }) => location.hash });

/** A page about an account, for people who are not signed in. A next step takes the focus to its heading. */
export function AccountPage({
	title,
	lead,
	organization,
	children,
}: {
	title: string;
	lead?: ReactNode;
	/** The page looks like this one. */
	organization?: { readonly name: string; readonly branding: components["schemas"]["PublicBranding"] };
	children?: ReactNode;
}) {
	const heading = useRef<HTMLHeadingElement>(null);
	const before = useRef(title);
	useAccent(organization?.branding.accent);
	useEffect(() => {
		document.title = `${title} – Parley`;
		if (before.current !== title) heading.current?.focus();
		before.current = title;
	}, [title]);
	const logo = organization?.branding.logo;
	return (
		<main className="alone">
			<div className="sign-in">
				{logo ? <Logo logo={logo} name={organization?.name ?? ""} /> : <NamedMark />}
				<h1 ref={heading} tabIndex={-1}>
					{title}
				</h1>
				{lead !== undefined && <p className="lead">{lead}</p>}
				{children}
			</div>
		</main>
	);
}
