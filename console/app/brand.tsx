import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Answer, read } from "../api/queries.ts";
import { useMay } from "./may.ts";

/** How an organization looks. */
export type Branding = Answer<"/orgs/{orgId}/branding">;

/** Returns how an organization looks; undefined while that is unknown. */
export function useBranding(orgId: string | undefined): Branding | undefined {
	const may = useMay();
	const isReadable = orgId !== undefined && may("org:read");
	return useQuery({ ...read("/orgs/{orgId}/branding", { path: { orgId: orgId ?? "" } }), enabled: isReadable }).data;
}

/** Gives the console the colour of an organization, as long as this is shown. The policy forbids styles in markup. */
export function useAccent(accent: Branding["accent"] | undefined): void {
	const { light, dark } = accent ?? {};
	useEffect(() => {
		if (light === undefined || dark === undefined) return;
		const { style, dataset } = document.documentElement;
		style.setProperty("--brand-light", light);
		style.setProperty("--brand-dark", dark);
		dataset.brand = "";
		return () => {
			style.removeProperty("--brand-light");
			style.removeProperty("--brand-dark");
			delete dataset.brand;
		};
	}, [light, dark]);
}

/** The logo of an organization, on white: most are made for it. @param name in words; empty where they are beside it */
export const Logo = ({ logo, name }: { logo: NonNullable<Branding["logo"]>; name: string }) => (
	<img className="logo" src={logo.url} width={logo.width} height={logo.height} alt={name} />
);
