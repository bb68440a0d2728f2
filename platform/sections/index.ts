export { defineSection, type Section, type SectionColumn } from "./section.ts";
