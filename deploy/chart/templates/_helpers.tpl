{{/* Labels that select the pods of a component. Takes root and name. */}}
{{- define "lock-arbiter.selector" -}}
app.kubernetes.io/name: lock-arbiter
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{/* All labels of an object. Takes root and name. */}}
{{- define "lock-arbiter.labels" -}}
{{ include "lock-arbiter.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* Name and labels of an object of a component. Takes root and name. */}}
{{- define "lock-arbiter.metadata" -}}
name: {{ .root.Release.Name }}-{{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "lock-arbiter.labels" . | nindent 2 }}
{{- end }}

{{/* The name of the CronJob. It has 52 characters at most, as Kubernetes adds 11 to those of its Jobs. Takes the root. */}}
{{- define "lock-arbiter.audit-job" -}}
{{- if le (len .Release.Name) 46 -}}
{{ .Release.Name }}-audit
{{- else -}}
{{ printf "%s-%s-audit" (.Release.Name | trunc 37) (.Release.Name | sha256sum | trunc 8) }}
{{- end }}
{{- end }}

{{/* The variable that Spring Boot reads for a setting. */}}
{{- define "lock-arbiter.variable" -}}
{{ . | replace "-" "" | replace "." "_" | upper }}
{{- end }}

{{/* The names under which a Service is called, and those of the values. Takes root and name. */}}
{{- define "lock-arbiter.hosts" -}}
{{- $service := printf "%s-%s" .root.Release.Name .name -}}
{{- $namespace := .root.Release.Namespace -}}
{{- $own := list $service (printf "%s.%s" $service $namespace) (printf "%s.%s.svc" $service $namespace) -}}
{{- concat $own (get .root.Values .name).hosts | join "," -}}
{{- end }}

{{/* What all pods have: no privileges, and their place. Takes the root. */}}
{{- define "lock-arbiter.pod" -}}
automountServiceAccountToken: false
# Variables of Services would look like settings.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.pod.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.pod.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.pod.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.pod.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* What all containers have. */}}
{{- define "lock-arbiter.container" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Mounts of folders with what Secrets hold. Takes the Secrets by folder. */}}
{{- define "lock-arbiter.mounts" -}}
{{- range $folder, $_ := . }}
- name: {{ $folder }}
  mountPath: /etc/lockarbiter/{{ $folder }}
  readOnly: true
{{- end }}
{{- end }}

{{/* The volumes of these mounts. */}}
{{- define "lock-arbiter.volumes" -}}
{{- range $folder, $secret := . }}
- name: {{ $folder }}
  secret:
    secretName: {{ $secret }}
{{- end }}
{{- end }}

{{/* The image of a component. Takes root and name. */}}
{{- define "lock-arbiter.image" -}}
image: {{ printf "%s%s:%s" .root.Values.image.prefix .name (default .root.Chart.AppVersion .root.Values.image.tag) | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
{{- end }}

{{/* Stops if a password stands in the values. Takes settings, and the key under which they stand. */}}
{{- define "lock-arbiter.no-passwords" -}}
{{- range $setting, $value := .settings }}
{{- if and (regexMatch "(password|secret|jaas\\.config|keystore\\.key)$" $setting) (not (hasPrefix "${" (toString $value))) }}
{{- fail (printf "%s stands in the values, which everybody sees who may read the release. Fix: put it into a Secret, and name that under %s" $setting (printf $.fix $setting)) }}
{{- end }}
{{- end }}
{{- end }}

{{/* A Service for the ports of a component. Takes root, name and ports. */}}
{{- define "lock-arbiter.service" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "lock-arbiter.metadata" . | nindent 2 }}
spec:
  selector:
    {{- include "lock-arbiter.selector" . | nindent 4 }}
  {{- if eq .name "console" }}
  # A login is a session of one instance.
  sessionAffinity: ClientIP
  {{- end }}
  ports:
    {{- range $name, $port := .ports }}
    - name: {{ $name }}
      port: {{ $port }}
      targetPort: {{ $name }}
    {{- end }}
{{- end }}

{{/* Lets one instance at a time be moved to another node. Takes root and name. */}}
{{- define "lock-arbiter.budget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "lock-arbiter.metadata" . | nindent 2 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "lock-arbiter.selector" . | nindent 6 }}
{{- end }}

{{/* Lets everybody in to the port open, if any, and the named peers to the port monitored. Takes root, name, monitored, open, and peers of the chart itself. */}}
{{- define "lock-arbiter.policy" -}}
{{- $peers := concat .root.Values.networkPolicy.monitoring (default list .peers) -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "lock-arbiter.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "lock-arbiter.selector" . | nindent 6 }}
  policyTypes: [Ingress]
  {{- if or .open $peers }}
  ingress:
    {{- with .open }}
    - ports:
        - port: {{ . }}
    {{- end }}
    {{- with $peers }}
    - from:
        {{- toYaml . | nindent 8 }}
      ports:
        - port: {{ $.monitored }}
    {{- end }}
  {{- end }}
{{- end }}
