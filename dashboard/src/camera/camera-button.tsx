import { t } from '../messages/first.ts';
import { Observable } from '../state/observable.ts';
import { Button } from '../ui/button.tsx';

export const isCameraOpen = new Observable(false);

/** Opens the camera. The button is shown on touch screens, beside the field that codes are typed into. */
export function CameraButton() {
  return (
    <Button
      icon="camera"
      className="touch-only"
      aria-label={t('app.scanWithCamera')}
      onPress={() => isCameraOpen.set(!isCameraOpen.value)}
    />
  );
}
