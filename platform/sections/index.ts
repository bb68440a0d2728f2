export type { SectionDescription } from "./documentation.ts";
export type { OnModified, SectionOwner, SectionRow } from "./ports.ts";
export { sectionRoutes } from "./routes.ts";
export { type ConfigurableSection, defineSection, type Section, type SectionSource } from "./section.ts";
export { createSectionService, readEffective, type SectionService, type ShownSection } from "./service.ts";
