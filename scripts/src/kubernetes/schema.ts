import * as newest from '@kubernetes/client-node';
import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import { PodMonitor, PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import * as oldest from 'kubernetes-client-1.32';
import {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from 'kubernetes-models/admissionregistration.k8s.io/v1';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { CronJob, Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Role, RoleBinding } from 'kubernetes-models/rbac.authorization.k8s.io/v1';
import { PriorityClass } from 'kubernetes-models/scheduling.k8s.io/v1';
import { ConfigMap, Namespace, Secret, Service, ServiceAccount } from 'kubernetes-models/v1';
import { type AnyObject, titleOf } from './objects.ts';

/** A class of kubernetes-models: required fields, types, formats and enumerations, compiled from the API's OpenAPI. */
interface Validator {
  apiVersion: string;
  new (data: never): { validate(): void };
}

const VALIDATORS: Readonly<Record<string, Validator>> = {
  Namespace,
  ServiceAccount,
  ConfigMap,
  Secret,
  Service,
  Deployment,
  StatefulSet,
  Job,
  CronJob,
  Ingress,
  NetworkPolicy,
  HorizontalPodAutoscaler,
  PodDisruptionBudget,
  PriorityClass,
  Role,
  RoleBinding,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
};

/** Kinds of custom resources, whose types the client does not know. */
const CUSTOM: Readonly<Record<string, Validator>> = { HTTPRoute, PodMonitor, PrometheusRule };

interface Field {
  baseName: string;
  type: string;
}

/** The generated models of the official client, for the oldest Kubernetes that the manifests support and for a new one. */
const RELEASES: Readonly<Record<string, object>> = { 'Kubernetes 1.32': oldest, 'a new Kubernetes': newest };

/** Returns the fields of an API type. */
function fieldsOf(type: string, models: object): readonly Field[] | undefined {
  const model = (models as Record<string, unknown>)[type];
  const listed = model as { getAttributeTypeMap?: () => Field[] } | undefined;
  return listed?.getAttributeTypeMap?.();
}

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  Date: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  IntOrString: (value) => typeof value === 'string' || Number.isInteger(value),
  any: () => true,
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the errors of a value of a client model type: unknown fields and values of a wrong type. */
function problemsOf(value: unknown, type: string, path: string, models: object): string[] {
  const wrong = [`${path} is no ${type}`];
  const element = /^Array<(.+)>$/.exec(type)?.[1];
  if (element !== undefined)
    return Array.isArray(value)
      ? value.flatMap((item, index) => problemsOf(item, element, `${path}[${index}]`, models))
      : wrong;
  const mapped = /^\{ \[key: string\]: (.+); \}$/.exec(type)?.[1];
  if (mapped !== undefined)
    return isRecord(value)
      ? Object.entries(value).flatMap(([key, item]) => problemsOf(item, mapped, `${path}[${key}]`, models))
      : wrong;
  const isScalar = SCALARS[type];
  if (isScalar !== undefined) return isScalar(value) ? [] : wrong;
  const fields = fieldsOf(type, models);
  if (fields === undefined) return [`${path}: the type ${type} is not known to the check`];
  if (!isRecord(value)) return wrong;
  return Object.entries(value).flatMap(([name, item]) => {
    const field = fields.find(({ baseName }) => baseName === name);
    return field === undefined
      ? [`${path}.${name}: no such field`]
      : problemsOf(item, field.type, `${path}.${name}`, models);
  });
}

function refusalOf(object: AnyObject, Validator: Validator): string[] {
  try {
    new Validator(object as never).validate();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Validates an object against the API schemas; returns one line per error, with its path. */
export function schemaProblems(object: AnyObject): string[] {
  const title = titleOf(object);
  const custom = CUSTOM[String(object.kind)];
  const Validator = custom ?? VALIDATORS[String(object.kind)];
  if (Validator === undefined)
    return [`${title}: the kind is not known; scripts/src/kubernetes/schema.ts lists them`];
  if (object.apiVersion !== Validator.apiVersion)
    return [`${title}: apiVersion is ${String(object.apiVersion)}, not ${Validator.apiVersion}`];
  const refusals = refusalOf(object, Validator).map((line) => `${title}: ${line}`);
  if (custom) return refusals;
  const version = Validator.apiVersion.split('/').at(-1)!.toUpperCase();
  const { apiVersion: _, kind, ...rest } = object;
  const typed = Object.entries(RELEASES).flatMap(([release, models]) =>
    problemsOf(
      { apiVersion: object.apiVersion, kind, ...rest },
      `${version}${String(kind)}`,
      `${release}: ${title}`,
      models,
    ),
  );
  return [...typed, ...refusals];
}
