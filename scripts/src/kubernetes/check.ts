import { arrowProblems } from './arrows.ts';
import { environmentProblems } from './environment-check.ts';
import { type AnyObject, Manifests, nameOf, titleOf } from './objects.ts';
import { referenceProblems } from './references.ts';
import { schemaProblems } from './schema.ts';
import { secretHolderProblems } from './secret-holders.ts';
import { workloadProblems } from './workloads.ts';

const CLUSTER_WIDE = ['Namespace', 'ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'];

/** One namespace holds all; nothing is there twice. */
function placeProblems(manifests: Manifests): string[] {
  const [namespace] = manifests.of('Namespace').map(nameOf);
  const titles = manifests.all.map(titleOf);
  const twice = titles.filter((title, index) => titles.indexOf(title) !== index);
  const elsewhere = manifests.all.filter(
    ({ kind, metadata }) => !CLUSTER_WIDE.includes(String(kind)) && metadata?.namespace !== namespace,
  );
  return [
    ...twice.map((title) => `${title}: is there twice`),
    ...elsewhere.map((object) => `${titleOf(object)}: is not in the namespace ${namespace}`),
  ];
}

/** All that is wrong with the objects of an overlay: their form first, and only where that is right what they say. */
export function manifestProblems(objects: readonly AnyObject[]): string[] {
  const malformed = objects.flatMap(schemaProblems);
  if (malformed.length > 0) return malformed;
  const manifests = new Manifests(objects);
  return [
    placeProblems,
    referenceProblems,
    workloadProblems,
    environmentProblems,
    secretHolderProblems,
    arrowProblems,
  ].flatMap((check) => check(manifests));
}
