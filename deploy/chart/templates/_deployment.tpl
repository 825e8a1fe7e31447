{{/*
A Deployment. Takes root, name, grace (seconds), settings (of the chart), files (of the chart), ports (name to number),
and liveness and readiness: the path, and port its name.
*/}}
{{- define "lock-arbiter.deployment" -}}
{{- $root := .root }}
{{- $values := get .root.Values .name }}
{{- $strimzi := .root.Values.strimzi }}
{{- $settings := .settings }}
{{- $secrets := dict }}
{{- $files := .files }}
{{- $tracing := .root.Values.tracing }}
{{- $more := dict "lockarbiter.topics.prefix" .root.Values.topics.prefix "server.address" "0.0.0.0" "server.port" $values.port }}
{{- if $strimzi.enabled }}
{{- $more = mustMerge $more (dict
      "spring.kafka.security.protocol" "SASL_SSL"
      "spring.kafka.properties.sasl.mechanism" "SCRAM-SHA-512"
      "spring.kafka.properties.ssl.truststore.type" "PEM"
      "spring.kafka.properties.ssl.truststore.location" "/etc/lockarbiter/kafka-ca/ca.crt") }}
{{- $_ := set $secrets "spring.kafka.properties.sasl.jaas.config" (dict "name" (printf "%s-%s" .root.Release.Name .name) "key" "sasl.jaas.config") }}
{{- $_ := set $files "kafka-ca" (printf "%s-cluster-ca-cert" $strimzi.cluster) }}
{{- end }}
{{- /* One by one: a merge would skip false, 0 and the empty text. */}}
{{- range list $more .root.Values.settings $values.settings }}{{ range $key, $value := . }}{{ $_ := set $settings $key $value }}{{ end }}{{ end }}
{{- range list .root.Values.secrets $values.secrets }}{{ range $key, $value := . }}{{ $_ := set $secrets $key $value }}{{ end }}{{ end }}
{{- range list .root.Values.files $values.files }}{{ range $key, $value := . }}{{ $_ := set $files $key $value }}{{ end }}{{ end }}
{{- include "lock-arbiter.no-passwords" (dict "settings" $settings "fix" "secrets: %s: {name: SECRET, key: KEY}") }}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "lock-arbiter.metadata" . | nindent 2 }}
spec:
  replicas: {{ $values.replicas }}
  # The next instance is replaced when the partitions of the last one have been handed over.
  minReadySeconds: 15
  strategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "lock-arbiter.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "lock-arbiter.labels" . | nindent 8 }}
    spec:
      terminationGracePeriodSeconds: {{ .grace }}
      {{- include "lock-arbiter.pod" .root | nindent 6 }}
      topologySpreadConstraints:
        {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ . }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "lock-arbiter.selector" $ | nindent 14 }}
        {{- end }}
      {{- if $tracing.endpoint }}
      initContainers:
        - name: opentelemetry
          image: {{ required "tracing.endpoint without the image of the agent. Fix: --set tracing.image=IMAGE" $tracing.image | quote }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          command: [cp, /javaagent.jar, /opt/opentelemetry/javaagent.jar]
          resources:
            requests:
              cpu: 10m
              memory: 64Mi
            limits:
              memory: 64Mi
          securityContext:
            {{- include "lock-arbiter.container" . | nindent 12 }}
          volumeMounts:
            - name: opentelemetry
              mountPath: /opt/opentelemetry
      {{- end }}
      containers:
        - name: {{ .name }}
          {{- include "lock-arbiter.image" . | nindent 10 }}
          {{- if eq .name "arbiter" }}
          args: [serve]
          {{- end }}
          env:
            - name: SPRING_KAFKA_BOOTSTRAP_SERVERS
              value: {{ required "kafka.bootstrapServers is missing. Fix: --set kafka.bootstrapServers=HOST:PORT" .root.Values.kafka.bootstrapServers | quote }}
            {{- if ne .name "gateway" }}
            - name: LOCKARBITER_REDIS_ADDRESSES
              value: {{ required "redis.addresses is missing. Fix: --set redis.addresses=redis://HOST:PORT" .root.Values.redis.addresses | quote }}
            {{- end }}
            - name: SPRING_APPLICATION_JSON
              value: |-
                {{- toPrettyJson $settings | nindent 16 }}
            {{- range $setting, $secret := $secrets }}
            - name: {{ include "lock-arbiter.variable" $setting }}
              valueFrom:
                secretKeyRef:
                  name: {{ $secret.name }}
                  key: {{ $secret.key }}
            {{- end }}
            {{- if $tracing.endpoint }}
            # Only the launcher java reads this; JAVA_TOOL_OPTIONS would load the agent into jcmd too.
            - name: JDK_JAVA_OPTIONS
              value: -javaagent:/opt/opentelemetry/javaagent.jar
            - name: OTEL_SERVICE_NAME
              value: lockarbiter-{{ .name }}
            - name: OTEL_EXPORTER_OTLP_ENDPOINT
              value: {{ $tracing.endpoint | quote }}
            - name: OTEL_TRACES_SAMPLER
              value: parentbased_traceidratio
            - name: OTEL_TRACES_SAMPLER_ARG
              value: {{ $tracing.ratio | quote }}
            # Prometheus has the metrics.
            - name: OTEL_METRICS_EXPORTER
              value: none
            - name: OTEL_LOGS_EXPORTER
              value: none
            {{- end }}
          ports:
            {{- range $name, $port := .ports }}
            - name: {{ $name }}
              containerPort: {{ $port }}
            {{- end }}
          # A start waits up to 60 s for Kafka.
          startupProbe:
            httpGet:
              path: {{ .liveness }}
              port: {{ .port }}
            periodSeconds: 2
            failureThreshold: 90
            timeoutSeconds: 2
          livenessProbe:
            httpGet:
              path: {{ .liveness }}
              port: {{ .port }}
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet:
              path: {{ .readiness }}
              port: {{ .port }}
            periodSeconds: 5
            timeoutSeconds: 5
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          securityContext:
            {{- include "lock-arbiter.container" . | nindent 12 }}
          volumeMounts:
            # Native libraries of codecs are unpacked here.
            - name: tmp
              mountPath: /tmp
            {{- if $tracing.endpoint }}
            - name: opentelemetry
              mountPath: /opt/opentelemetry
              readOnly: true
            {{- end }}
            {{- include "lock-arbiter.mounts" $files | nindent 12 }}
      volumes:
        - name: tmp
          emptyDir:
            sizeLimit: 64Mi
        {{- if $tracing.endpoint }}
        - name: opentelemetry
          emptyDir:
            sizeLimit: 64Mi
        {{- end }}
        {{- include "lock-arbiter.volumes" $files | nindent 8 }}
{{- end }}
