import { barcodeKey } from '@pawstock/shared/barcode.ts';
import { useEffect, useRef, useState } from 'react';
import { t } from '../messages/all.ts';
import { Button } from '../ui/button.tsx';
import { enterCode } from '../ui/codes.ts';
import { Message } from '../ui/message.tsx';
import { playTone } from '../ui/sound.ts';
import { isCameraOpen } from './camera-button.tsx';
import styles from './camera-panel.module.css';

/**
 * The pause between two camera frames that are decoded: about as long as a phone takes to decode a
 * frame.
 */
const frameMs = 100;
/**
 * A code that the camera has not seen for this long counts as a new scan when the camera sees it
 * again.
 */
const absenceMs = 1_000;

/** Shows the camera's picture, and handles each barcode or QR code in it as a scan. */
export function CameraPanel() {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    scanVideo(video.current, signal).catch((error: unknown) => {
      if (!signal.aborted)
        setProblem((error instanceof DOMException && problems[error.name]) || t('camera.unusable'));
    });
    return () => controller.abort();
  }, []);
  return (
    <section className={styles.panel} aria-label={t('camera.panel')}>
      {problem === undefined ? (
        <video
          ref={video}
          className={styles.video}
          muted
          playsInline
          aria-label={t('camera.video')}
        />
      ) : (
        <Message tone="warning">{problem}</Message>
      )}
      <Button onPress={() => isCameraOpen.set(false)}>{t('camera.close')}</Button>
    </section>
  );
}

async function scanVideo(video: HTMLVideoElement | null, signal: AbortSignal): Promise<void> {
  // Browsers offer no camera to a page that was loaded over plain HTTP from another computer.
  if (!window.isSecureContext) throw new DOMException('The page is not secure.', 'SecurityError');
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (video === null || signal.aborted) return stop();
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  await video.play();
  const worker = new Worker(new URL('decode.worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  // A label appears in many camera frames, perhaps as bars and as a QR code in one, but must count
  // as one scan.
  const lastSeenMs = new Map<string, number>();
  while (!signal.aborted) {
    const codes = await decode(worker, await createImageBitmap(video));
    const nowMs = performance.now();
    for (const code of codes) {
      const name = barcodeKey(code);
      const isNew = nowMs - (lastSeenMs.get(name) ?? -absenceMs) >= absenceMs;
      lastSeenMs.set(name, nowMs);
      if (!isNew) continue;
      playTone('accepted');
      enterCode(code);
    }
    await new Promise((resolve) => setTimeout(resolve, frameMs));
  }
}

function decode(worker: Worker, frame: ImageBitmap): Promise<string[]> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string[] | null>) =>
      data === null ? reject() : resolve(data);
    worker.onerror = reject;
    worker.postMessage(frame, [frame]);
  });
}

/** What the user can do if the camera does not work, by the name of the browser's error. */
const problems: Readonly<Record<string, string>> = {
  SecurityError: t('camera.needsTls'),
  NotAllowedError: t('camera.forbidden'),
  NotFoundError: t('camera.missing'),
  NotReadableError: t('camera.inUse'),
};
